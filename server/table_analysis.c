#include "table_analysis.h"

#include <stdio.h>
#include <stdlib.h>

#include "report.h"
#include "weights.h"

/* All analyses have the same seed: everybody who analyses the game with it finds the same. */
enum { SEED = 1 };

struct sv_analysis {
    an_game game;
    an_budget budget;
    bot_host host;
    bot_assessor room;
};

sv_analysis *sv_analysis_new(const sv_table *table, unsigned nodes, const bot_host *host)
{
    sv_analysis *a = calloc(1, sizeof *a);
    if (!a || !an_list(&a->game, &table->game)) {
        free(a);
        return NULL;
    }
    a->host = *host;
    a->budget =
        (an_budget){.judge = &bot_native_judge, .host = &a->host, .seed = SEED, .nodes = nodes};
    return a;
}

void sv_analysis_free(sv_analysis *a)
{
    if (a)
        an_free(&a->game);
    free(a);
}

unsigned sv_analysis_tasks(const sv_analysis *a)
{
    return a->game.tasks;
}

void sv_analysis_assess(sv_analysis *a, unsigned task)
{
    an_assess(&a->game, task, &a->budget, &a->room);
}

char *sv_analysis_text(sv_analysis *a, const sv_table *table)
{
    rec_options options;
    const an_about about = {.options = &options, .seed = SEED, .nodes = a->budget.nodes};
    sv_table_options(table, &options);
    an_summarize(&a->game);
    json_t *report = an_report(&a->game, &about);
    char *text =
        report ? json_dumps(report, JSON_COMPACT | JSON_REAL_PRECISION(AN_PRECISION)) : NULL;
    json_decref(report);
    return text;
}

void sv_analysis_maker(const char *program, char maker[SV_MAKER_MAX])
{
    snprintf(maker, SV_MAKER_MAX, "%.40s, analysis %d, weights %08x", program ? program : "elektro",
             AN_VERSION, (unsigned)bot_native_judge.weights->checksum);
}
