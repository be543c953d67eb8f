#include "styles.h"

const char *const bot_style_words[BOT_STYLES] = {
#define ROW(name, word) word,
    BOT_STYLE_WORDS(ROW)
#undef ROW
};

/* Every style starts from the defaults; what follows them in a row replaces some. */
#pragma GCC diagnostic ignored "-Woverride-init"
#define ROW(name, value, low, high) .name = value,
#define DEFAULTS                    BOT_PARAMETERS(ROW)

const bot_parameters bot_style_parameters[BOT_STYLES] = {
    [BOT_PLAIN] = {DEFAULTS},
    [BOT_HOARDER] = {DEFAULTS.store_gain = -2, .store_share = 256, .burn_share = 60},
    [BOT_RUSHER] = {DEFAULTS.eager = 24, .order_cost = 0, .step2_shy = -30, .crowd_stays = 256,
                    .link_cost = 9, .first_reserve = 45},
    [BOT_MISER] = {DEFAULTS.eager = -3, .bid_share = 180, .buy_min_gain = 12, .end_money = 256},
    [BOT_SPENDER] = {DEFAULTS.bid_share = 600, .buy_min_gain = 2, .first_reserve = 10},
    [BOT_BLOCKER] = {DEFAULTS.contest = 8, .deny = 6, .crowding = 0, .step2_shy = 20},
};
