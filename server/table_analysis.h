/* The analysis of a table's game: the only part of the server that calls analysis/. */
#ifndef ELEKTRO_SERVER_TABLE_ANALYSIS_H
#define ELEKTRO_SERVER_TABLE_ANALYSIS_H

#include "bot.h"
#include "table.h"

enum {
    SV_MAKER_MAX = 96,
    SV_ANALYSIS_MAX = 4 * 1024 * 1024 /* bytes of an analysis as JSON */
};

typedef struct sv_analysis sv_analysis;

/* Lists what is to be assessed in the game of a table, which must outlive the analysis and belongs
 * to it alone. When the host's time is up, assessments end at once and are worth nothing. NULL
 * without memory. */
sv_analysis *sv_analysis_new(const sv_table *table, unsigned nodes, const bot_host *host);
void sv_analysis_free(sv_analysis *analysis);

/* How many decisions and cards there are; assesses one of them, on any thread, one at a time. */
unsigned sv_analysis_tasks(const sv_analysis *analysis);
void sv_analysis_assess(sv_analysis *analysis, unsigned task);

/* The analysis as JSON, to be freed, with the names of the players as they are at this table now.
 * NULL without memory. */
char *sv_analysis_text(sv_analysis *analysis, const sv_table *table);

/* What makes analyses here: a version of the program and of the judge's weights. */
void sv_analysis_maker(const char *program, char maker[SV_MAKER_MAX]);

#endif
