/* Writing a position. The format is described at the top of position_read.c. */
#include "position_parts.h"
#include "record_parts.h"
#include "words_text.h"

#define WORD(name, word) word,
const char *const rec_field_words[FIELDS] = {REC_FIELD_WORDS(WORD)};
const char *const rec_stage_words[EK_STAGES] = {EK_STAGE_WORDS(WORD)};
#undef WORD
const char *const rec_step3_words[REC_STEP3S] = {"deck", "market", "due", "gone"};
const char *const rec_flag_words[REC_FLAGS] = {"ask", "trust-acted", "discount-expired",
                                               "uranium-stopped"};

uint8_t *rec_flag(ek_state *state, unsigned flag)
{
    uint8_t *const flags[REC_FLAGS] = {&state->chance, &state->trust_acted,
                                       &state->discount_expired, &state->uranium_stopped};
    return flags[flag];
}

/* ---------------------------------------------------------------------------------------- lists */

static void add_field(rec_out *out, enum rec_field field)
{
    rec_add(out, " %s=", rec_field_words[field]);
}

static void add_plants(rec_out *out, ek_plants plants)
{
    const char *comma = "";
    if (plants == 0)
        rec_add(out, "-");
    for (ek_plants rest = plants & ~EK_STEP3_CARD; rest; rest &= rest - 1) {
        rec_add(out, "%s%d", comma, __builtin_ctzll(rest));
        comma = ",";
    }
    if (plants & EK_STEP3_CARD)
        rec_add(out, "%sstep3", comma);
}

/* Seats as digits. */
static void add_seats(rec_out *out, unsigned seats)
{
    if (seats == 0)
        rec_add(out, "-");
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        if (seats >> seat & 1)
            rec_add(out, "%u", seat + 1);
}

/* A plant, or none. */
static void add_plant(rec_out *out, unsigned plant)
{
    if (plant)
        rec_add(out, "%u", plant);
    else
        rec_add(out, "-");
}

static void add_fuel(rec_out *out, const uint8_t fuel[EK_FUELS])
{
    for (unsigned i = 0; i < EK_FUELS; i++)
        rec_add(out, "%s%u", i ? "." : "", fuel[i]);
}

/* Words of a set, by comma. */
static void add_words(rec_out *out, unsigned set, const char *const *words, unsigned count)
{
    const char *comma = "";
    if (set == 0)
        rec_add(out, "-");
    for (unsigned i = 0; i < count; i++)
        if (set >> i & 1) {
            rec_add(out, "%s%s", comma, words[i]);
            comma = ",";
        }
}

/* --------------------------------------------------------------------------------------- fields */

static void add_table(rec_out *out, const bd_board *board, const ek_rules *rules)
{
    const ek_config *c = &rules->config;
    rec_add(out, "position/%d", REC_POSITION_VERSION);
    add_field(out, FIELD_TABLE);
    rec_add(out, "%s/%s/%u/", rec_edition_word(c->edition),
            rec_is_own_board(board) ? board->id : board->base, c->players);
    add_words(out, c->options, rec_option_words, EK_OPTIONS);
}

static void add_zone(rec_out *out, const bd_board *board, unsigned zone)
{
    const char *ids[EK_REGIONS];
    for (unsigned r = 0; r < board->ek->regions; r++)
        ids[r] = board->region[r].id;
    add_field(out, FIELD_ZONE);
    add_words(out, zone, ids, board->ek->regions);
}

static void add_course(rec_out *out, const ek_rules *rules, const ek_state *s)
{
    add_field(out, FIELD_ROUND);
    rec_add(out, "%u", s->round);
    add_field(out, FIELD_STAGE);
    rec_add(out, "%s", rec_stage_words[s->stage]);
    add_field(out, FIELD_STEP);
    rec_add(out, "%u", s->step);
    add_field(out, FIELD_ORDER);
    for (unsigned i = 0; i < rules->config.players; i++)
        rec_add(out, "%u", s->order[i] + 1);
    add_field(out, FIELD_TURN);
    rec_add(out, "%u", s->turn + 1);
}

static void add_auction(rec_out *out, const ek_state *s)
{
    add_field(out, FIELD_BOUGHT);
    add_seats(out, s->bought);
    add_field(out, FIELD_PASSED);
    add_seats(out, s->passed);
    add_field(out, FIELD_AUCTION);
    add_plant(out, s->auction_plant);
    rec_add(out, "/%u/%u/%u/", s->bid, s->bidder + 1, s->bidding + 1);
    add_seats(out, s->in_auction);
}

static void add_plant_market(rec_out *out, const ek_state *s)
{
    add_field(out, FIELD_MARKET);
    add_plants(out, s->market);
    add_field(out, FIELD_DISCOUNT);
    add_plant(out, s->discount);
    add_field(out, FIELD_DECK);
    rec_add(out, "%u/%u", s->deck_plug, s->deck_socket);
    add_field(out, FIELD_TOP);
    add_plant(out, s->deck_top);
    rec_add(out, "/%s", s->top_back == EK_BACK_UNKNOWN ? "-" : rec_back_word(s->top_back));
    add_field(out, FIELD_STEP3);
    rec_add(out, "%s", rec_step3_words[s->step3]);
    add_field(out, FIELD_UNSEEN);
    add_plants(out, s->unseen);
    add_field(out, FIELD_BURIED);
    add_plants(out, s->buried);
    add_field(out, FIELD_GONE);
    add_plants(out, s->removed);
}

static void add_marks(rec_out *out, const bd_board *board, const ek_state *s)
{
    add_field(out, FIELD_MARKS);
    if (s->marks == 0)
        rec_add(out, "-");
    for (ek_cities rest = s->marks; rest; rest &= rest - 1) {
        const unsigned city = (unsigned)__builtin_ctzll(rest);
        rec_add(out, "%s%s%s", rest == s->marks ? "" : ",", board->city[city].id,
                s->bare_marks >> city & 1 ? "*" : "");
    }
}

static void add_flags(rec_out *out, const ek_state *s)
{
    ek_state state = *s;
    unsigned set = 0;
    for (unsigned i = 0; i < REC_FLAGS; i++)
        set |= (unsigned)*rec_flag(&state, i) << i;
    add_field(out, FIELD_FLAGS);
    add_words(out, set, rec_flag_words, REC_FLAGS);
    add_field(out, FIELD_RANDOM);
    if (s->random)
        rec_add(out, "%016llx", (unsigned long long)s->random);
    else
        rec_add(out, "-");
}

static void add_houses(rec_out *out, const bd_board *board, const ek_owner *owner)
{
    if (owner->house_count == 0)
        rec_add(out, "-");
    for (unsigned i = 0; i < owner->house_count; i++)
        rec_add(out, "%s%s@%u", i ? "," : "", board->city[owner->houses[i] & 63].id,
                ek_tables.place_cost[owner->houses[i] >> 6]);
}

static void add_seat(rec_out *out, const bd_board *board, const ek_state *s, unsigned seat)
{
    const ek_owner *owner = &s->owner[seat];
    rec_add(out, " %s%u=", rec_field_words[FIELD_SEAT], seat + 1);
    if (s->hidden >> seat & 1)
        rec_add(out, "?/");
    else
        rec_add(out, "%d/", (int)owner->money);
    add_plants(out, owner->plants);
    rec_add(out, "/");
    add_fuel(out, owner->fuel);
    rec_add(out, "/");
    add_houses(out, board, owner);
    rec_add(out, "/%u", owner->supplied);
}

static void add_trust(rec_out *out, const bd_board *board, const ek_state *s)
{
    const ek_owner *trust = &s->owner[EK_TRUST];
    add_field(out, FIELD_TRUST);
    add_plants(out, trust->plants);
    rec_add(out, "/");
    add_fuel(out, trust->fuel);
    rec_add(out, "/");
    add_houses(out, board, trust);
}

/* Leaves out everything that the laws of a state determine: the size of the market, the cities of
 * an owner and the places taken. */
bool rec_position_print(const bd_board *board, const ek_rules *rules, const ek_state *state,
                        char *text, size_t size)
{
    rec_out out = {.text = text, .room = size};
    if (ek_check(rules, state) != EK_LAW_NONE)
        return false;
    add_table(&out, board, rules);
    add_zone(&out, board, state->zone);
    add_course(&out, rules, state);
    add_auction(&out, state);
    add_plant_market(&out, state);
    add_field(&out, FIELD_FUEL);
    add_fuel(&out, state->fuel);
    add_marks(&out, board, state);
    add_flags(&out, state);
    for (unsigned seat = 0; seat < rules->config.players; seat++)
        add_seat(&out, board, state, seat);
    if (rules->trust)
        add_trust(&out, board, state);
    return !out.failed;
}
