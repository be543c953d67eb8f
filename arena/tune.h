/*
 * Tuning: improves the parameters of a bot by letting variants of it play each other.
 *
 * The method is SPSA (simultaneous perturbation stochastic approximation): in each generation all
 * parameters are shifted at random, up or down, by a small step; the variant with the shift and the
 * one with its opposite play a match, half of the seats each; then every parameter moves a little
 * towards the side that won. Steps shrink with the generations. The result is the mean of the last
 * generations, because chance moves each of them too. Parameters of the search are tuned only for
 * levels that search.
 *
 * The state is kept in a text file after every generation, so that tuning can be interrupted:
 *
 *     elektro-tune 3 BOT SEED STEP   the bot as in named_bot.h
 *     played WORDS                 at which tables and how many games; the caller's words
 *     generation N
 *     parameter NAME VALUE MEAN    one line each, with fractions the bot does not see
 *     strength N SHARE LOW HIGH    share of victories against the shipped parameters after N
 */
#ifndef ELEKTRO_TUNE_H
#define ELEKTRO_TUNE_H

#include "run.h"

enum { AR_STRENGTHS_MAX = 4096, AR_PLAYED_MAX = 400 };

/* The result of the tuned parameters against the shipped ones, with half of the seats each. */
typedef struct ar_strength {
    unsigned generation;
    double share, low, high; /* of victories, per seat, times seats: 0.5 is par */
} ar_strength;

typedef struct ar_tuning {
    ar_bot bot; /* to tune; it starts with the parameters of its style */
    uint64_t seed;
    double step;                /* the first shift of a parameter, as a part of its range */
    char played[AR_PLAYED_MAX]; /* describes the games, to detect a different setup */
    unsigned generation;
    bool fixed[BOT_PARAMETER_COUNT];   /* not to be tuned; not kept in the file */
    double value[BOT_PARAMETER_COUNT]; /* current */
    double mean[BOT_PARAMETER_COUNT];  /* of the last generations */
    unsigned strengths;
    ar_strength strength[AR_STRENGTHS_MAX];
} ar_tuning;

/* Starts with the shipped parameters of the bot. */
void ar_tune_begin(ar_tuning *tuning, const ar_bot *named, uint64_t seed, double step);

/* Tunes these parameters only: names separated by commas; false and error if one does not exist. */
bool ar_tune_only(ar_tuning *tuning, const char *names, rec_error *error);

/* Reads the state of an earlier run; false and error if the file is not one. */
bool ar_tune_read(ar_tuning *tuning, const char *path, rec_error *error);
bool ar_tune_write(const ar_tuning *tuning, const char *path, rec_error *error);

/* The result so far: the means. */
void ar_tune_parameters(const ar_tuning *tuning, bot_parameters *parameters);

/* One generation: a match of so many games at a table. */
bool ar_tune_generation(ar_tuning *tuning, const ar_table *table, unsigned games, unsigned threads,
                        rec_error *error);

/* Plays the tuned parameters against the shipped ones and stores the result. */
bool ar_tune_measure(ar_tuning *tuning, const ar_table *table, unsigned games, unsigned threads,
                     rec_error *error);

#endif
