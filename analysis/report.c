#include "report.h"

#include <stdio.h>
#include <string.h>

#include "reason_text.h"
#include "words_text.h"

/* ------------------------------------------------------------------------------------- rounding */

/* Rounded down, also below 0. */
static int32_t whole_parts(int32_t chance)
{
    const int64_t product = (int64_t)chance * AN_PARTS;
    return (int32_t)(product / BOT_CHANCE_ONE - (product % BOT_CHANCE_ONE < 0));
}

/* What rounding down leaves, in 1/65536 of a part. */
static int64_t remainder_of(int32_t chance)
{
    return (int64_t)chance * AN_PARTS - (int64_t)whole_parts(chance) * BOT_CHANCE_ONE;
}

/* The largest remainders are rounded up, as many as the sum needs. */
void an_round(const int32_t chance[EK_SEATS], unsigned players, int32_t parts[EK_SEATS])
{
    int32_t sum = 0;
    int32_t left = 0;
    bool up[EK_SEATS] = {false};
    for (unsigned seat = 0; seat < EK_SEATS; seat++) {
        parts[seat] = seat < players ? whole_parts(chance[seat]) : 0;
        sum += seat < players ? chance[seat] : 0;
        left -= parts[seat];
    }
    left += an_round_one(sum);
    while (left-- > 0) {
        unsigned largest = EK_SEATS;
        for (unsigned seat = 0; seat < players; seat++)
            if (!up[seat] &&
                (largest == EK_SEATS || remainder_of(chance[seat]) > remainder_of(chance[largest])))
                largest = seat;
        up[largest] = true;
        parts[largest]++;
    }
}

int32_t an_round_one(int32_t chance)
{
    return whole_parts(chance) + (2 * remainder_of(chance) >= BOT_CHANCE_ONE);
}

/* ---------------------------------------------------------------------------------------- turns */

void an_turn_text(const bd_board *board, const an_decision *d, const ek_move *plan, unsigned count,
                  char text[AN_TURN_MAX])
{
    ek_state state = d->state;
    size_t length = 0;
    text[0] = '\0';
    ek_ask(&state);
    for (unsigned i = 0; i < count; i++) {
        char move[REC_MOVE_MAX];
        rec_print_move_of(board, &state, d->seat, plan[i], move);
        length +=
            (size_t)snprintf(text + length, AN_TURN_MAX - length, "%s%s", i ? ", " : "", move);
        if (ek_pending(&state) != EK_DECISION_CARD)
            ek_apply(d->rules, &state, plan[i], NULL);
    }
}

/* ----------------------------------------------------------------------------------------- JSON */

/* A report being made. */
typedef struct writer {
    const an_game *game;
    const an_about *about;
} writer;

static json_t *parts_json(int32_t parts)
{
    return json_real((double)parts / AN_PARTS);
}

static json_t *chance_json(int32_t chance)
{
    return parts_json(an_round_one(chance));
}

static json_t *chances_json(const writer *w, const int32_t chance[EK_SEATS])
{
    int32_t parts[EK_SEATS];
    json_t *list = json_array();
    an_round(chance, w->game->players, parts);
    for (unsigned seat = 0; seat < w->game->players; seat++)
        json_array_append_new(list, parts_json(parts[seat]));
    return list;
}

static json_t *turn_json(const writer *w, const an_decision *d, const ek_move *plan, unsigned count)
{
    char text[AN_TURN_MAX];
    an_turn_text(w->about->options->board, d, plan, count, text);
    return json_string(text);
}

static json_t *reasons_json(const writer *w, const an_decision *d)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < d->reasons; i++)
        json_array_append_new(list, an_reason_json(w->about->options, &d->reason[i]));
    return list;
}

static json_t *decision_json(const writer *w, const an_decision *d)
{
    const bot_assessment *found = &d->found;
    json_t *out = json_object();
    json_object_set_new(out, "number", json_integer(d->number));
    json_object_set_new(out, "last", json_integer(d->last));
    json_object_set_new(out, "seat", json_integer(d->seat + 1));
    json_object_set_new(out, "round", json_integer(d->state.round));
    json_object_set_new(out, "phase", json_string(an_phase_words[d->phase]));
    json_object_set_new(out, "move", turn_json(w, d, d->played, d->count));
    json_object_set_new(out, "before", chances_json(w, found->best.chance));
    json_object_set_new(out, "after", chances_json(w, found->played.chance));
    json_object_set_new(out, "best", turn_json(w, d, found->best.plan, found->best.count));
    if (found->best.limit)
        json_object_set_new(out, "limit", json_integer(found->best.limit));
    if (found->second.count) {
        json_object_set_new(out, "second",
                            turn_json(w, d, found->second.plan, found->second.count));
        json_object_set_new(out, "second_chances", chances_json(w, found->second.chance));
    }
    json_object_set_new(out, "lost", chance_json(found->lost));
    json_object_set_new(out, "verdict", json_string(an_verdict_words[d->verdict]));
    json_object_set_new(out, "reasons", reasons_json(w, d));
    return out;
}

static json_t *decisions_json(const writer *w)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < w->game->decisions; i++)
        if (w->game->decision[i].assessed)
            json_array_append_new(list, decision_json(w, &w->game->decision[i]));
    return list;
}

static json_t *luck_json(const writer *w)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < w->game->cards; i++) {
        const an_card *card = &w->game->card[i];
        if (card->assessed)
            json_array_append_new(
                list, json_pack("{s:i, s:s, s:i, s:o}", "number", (int)card->number, "event",
                                rec_event_word(EK_EVENT_PLANT_DRAWN), "plant", (int)card->plant,
                                "change", chances_json(w, card->change)));
    }
    return list;
}

/* number: moves made before. */
static json_t *moment_json(const writer *w, unsigned number, const ek_state *state,
                           const int32_t chance[EK_SEATS])
{
    return json_pack("{s:i, s:i, s:i, s:o}", "number", (int)number, "round", (int)state->round,
                     "step", (int)state->step, "chances", chances_json(w, chance));
}

/* The chances before every decision, and after the last. */
static json_t *course_json(const writer *w)
{
    const an_game *g = w->game;
    const an_decision *last = NULL;
    json_t *list = json_array();
    for (unsigned i = 0; i < g->decisions; i++) {
        const an_decision *d = &g->decision[i];
        if (!d->assessed)
            continue;
        last = d;
        json_array_append_new(list, moment_json(w, d->number - 1, &d->state, d->found.best.chance));
    }
    if (last) {
        const bool end = g->ended && last == &g->decision[g->decisions - 1];
        json_array_append_new(list, moment_json(w, last->last, &last->state,
                                                end ? g->result : last->found.played.chance));
    }
    return list;
}

static json_t *turning_json(const writer *w, const uint32_t *turning, unsigned count)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++)
        json_array_append_new(list, json_integer(w->game->decision[turning[i]].number));
    return list;
}

static json_t *player_json(const writer *w, unsigned seat)
{
    const an_player *p = &w->game->player[seat];
    json_t *accuracy = json_object();
    json_t *verdicts = json_object();
    int32_t lost = 0;
    for (unsigned phase = 0; phase < AN_PHASES; phase++) {
        json_object_set_new(accuracy, an_phase_words[phase], chance_json(p->accuracy[phase]));
        lost += p->lost[phase];
    }
    json_object_set_new(accuracy, "all", chance_json(p->accuracy_of_all));
    for (unsigned v = 0; v < AN_VERDICTS; v++)
        json_object_set_new(verdicts, an_verdict_words[v], json_integer(p->verdicts[v]));
    return json_pack("{s:i, s:o, s:i, s:o, s:o, s:{s:o, s:o}, s:o}", "seat", (int)seat + 1,
                     "accuracy", accuracy, "decisions", (int)p->decisions, "verdicts", verdicts,
                     "lost", chance_json(lost), "luck", "won", chance_json(p->luck_won), "lost",
                     chance_json(p->luck_lost), "turning_points",
                     turning_json(w, p->turning, p->turnings));
}

static json_t *summary_json(const writer *w)
{
    json_t *list = json_array();
    for (unsigned seat = 0; seat < w->game->players; seat++)
        json_array_append_new(list, player_json(w, seat));
    return list;
}

static json_t *players_json(const writer *w)
{
    json_t *list = json_array();
    for (unsigned seat = 0; seat < w->game->players; seat++)
        json_array_append_new(list, json_string(w->about->options->name[seat]));
    return list;
}

json_t *an_report(const an_game *game, const an_about *about)
{
    const writer w = {.game = game, .about = about};
    return json_pack("{s:i, s:o, s:b, s:I, s:I, s:o, s:o, s:o, s:o, s:o}", "version", AN_VERSION,
                     "players", players_json(&w), "ended", (int)game->ended,
                     about->ms ? "ms" : "nodes", (json_int_t)(about->ms ? about->ms : about->nodes),
                     "seed", (json_int_t)about->seed, "decisions", decisions_json(&w), "luck",
                     luck_json(&w), "chances", course_json(&w), "turning_points",
                     turning_json(&w, game->turning, game->turnings), "summary", summary_json(&w));
}
