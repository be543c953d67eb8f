/* States, events and errors as JSON: the shapes that protocol, server and web client share. They
 * are described, with examples, in docs/protocol.md. Seats count from 1; 0 is nobody. */
#ifndef ELEKTRO_STATE_JSON_H
#define ELEKTRO_STATE_JSON_H

#include <jansson.h>

#include "board.h"
#include "elektro.h"
#include "event_fields.h"
#include "notation.h"

/* A state or a view; money that a view hides is null. NULL without memory, here and below. */
json_t *rec_state_json(const bd_board *board, const ek_rules *rules, const ek_state *state);

/* The options of a table, each true or false. */
json_t *rec_options_json(unsigned options);

/* One event, and a list of them. */
json_t *rec_event_json(const bd_board *board, const ek_event *event);
json_t *rec_events_json(const bd_board *board, const ek_events *events);

/* The value of a field. */
json_t *rec_value_json(const bd_board *board, const rec_event_value *value);

/* Reads an event that rec_event_json made; false and error if it is none on this board. */
bool rec_event_read(const bd_board *board, const json_t *json, ek_event *event, rec_error *error);

/* {"code": …, "text": …} with line and column where they are known. */
json_t *rec_error_json(const rec_error *error);

/* A list of plants, ascending, the Step 3 card last as "step3". */
json_t *rec_plants_json(ek_plants plants);

#endif
