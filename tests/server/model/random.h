/* Schedules that are drawn at random: three nodes, two tables, a bot, chat, crashes. */
#ifndef ELEKTRO_TESTS_SERVER_MODEL_RANDOM_H
#define ELEKTRO_TESTS_SERVER_MODEL_RANDOM_H

#include "schedule.h"

/* Makes a plan. Its texts live until the next call. */
void random_plan(plan *p, chooser *c);

#endif
