/* The list of parameters as tables. */
#include "parameters.h"

#define BOT_ROW_(name, value, low, high) {#name, value, low, high},
const bot_parameter bot_parameter_list[BOT_PARAMETER_COUNT] = {BOT_PARAMETERS(BOT_ROW_)};
#undef BOT_ROW_

#define BOT_ROW_(name, value, low, high) .name = value,
const bot_parameters bot_defaults = {BOT_PARAMETERS(BOT_ROW_)};
#undef BOT_ROW_

_Static_assert(sizeof(bot_parameters) == BOT_PARAMETER_COUNT * sizeof(int32_t),
               "parameters lie side by side");

int32_t bot_parameter_get(const bot_parameters *parameters, unsigned index)
{
    return ((const int32_t *)parameters)[index];
}

void bot_parameter_set(bot_parameters *parameters, unsigned index, int32_t value)
{
    ((int32_t *)parameters)[index] = value;
}
