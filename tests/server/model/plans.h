/* The plans whose schedules are all explored. */
#ifndef ELEKTRO_TESTS_SERVER_MODEL_PLANS_H
#define ELEKTRO_TESTS_SERVER_MODEL_PLANS_H

#include "schedule.h"

extern const plan plans[];
extern const unsigned plan_count;

#endif
