/* A file of samples that is being written. */
#ifndef ELEKTRO_SAMPLES_OUTPUT_H
#define ELEKTRO_SAMPLES_OUTPUT_H

#include <stdio.h>

#include "format.h"
#include "sequence.h"

typedef struct sm_output {
    const char *path;
    FILE *file;
    unsigned games; /* whole records in it */
} sm_output;

/* Opens a file for a run and locks it. A new file gets a header; one that exists must have the
 * same, and whole records of the games of the sequence, but a record that is cut off at its end is
 * removed. False and error if it exists and resume is false, or if it belongs to another run or is
 * damaged; then it stays as it is. */
bool sm_output_open(sm_output *output, const char *path, const char *made, bool resume,
                    const sm_sequence *sequence, rec_error *error);

/* Adds whole records. */
bool sm_output_add(sm_output *output, const uint8_t *bytes, size_t size, unsigned games,
                   rec_error *error);

/* Closes it; false and error if not all could be written. */
bool sm_output_close(sm_output *output, rec_error *error);

#endif
