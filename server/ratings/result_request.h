/* Requests about results and ratings. Each handler answers the request of its name
 * (messages/ratings.json). */
#ifndef ELEKTRO_SERVER_RATINGS_RESULT_REQUEST_H
#define ELEKTRO_SERVER_RATINGS_RESULT_REQUEST_H

#include "dispatch.h"

sv_handler sv_on_result;

#endif
