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
/* A search keeps to its style where that costs it little. */
#define STYLED DEFAULTS.normal_bonus = 3000, .own_limit = 96,

const bot_parameters bot_style_parameters[BOT_STYLES] = {
    [BOT_PLAIN] = {DEFAULTS},
    [BOT_HOARDER] = {STYLED.store_gain = -2, .store_share = 256, .burn_share = 60},
    [BOT_RUSHER] = {STYLED.eager = 24, .order_cost = 0, .step2_shy = -30, .crowd_stays = 256,
                    .link_cost = 9, .first_reserve = 45},
    [BOT_MISER] = {STYLED.eager = -3, .bid_share = 180, .buy_min_gain = 12, .end_money = 256},
    [BOT_SPENDER] = {STYLED.bid_share = 600, .buy_min_gain = 2, .first_reserve = 10},
    [BOT_BLOCKER] = {STYLED.contest = 8, .deny = 6, .crowding = 0, .step2_shy = 20},
};
