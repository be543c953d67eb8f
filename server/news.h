/*
 * News: what the servers that share a store tell each other. The last thing that a transaction
 * writes are its news (store.h), so they are there if and only if the change is. After the commit
 * the others are woken (NOTIFY); one that was not reads the news all the same, at its next turn.
 *
 * A turn that answers requests reads the news before: what it then finds in memory is as new as
 * anything that a client has been answered before its request arrived here.
 *
 * Transactions get their numbers when they first write, and end in another order, so reading up to
 * the highest number would miss some. Each reading notes its snapshot: the number from which on no
 * transaction had begun, and those below that had not ended. The next one reads what these two
 * leave open, so that news are read once, as soon as they can be seen, whatever else runs in the
 * database.
 */
#ifndef ELEKTRO_SERVER_NEWS_H
#define ELEKTRO_SERVER_NEWS_H

#include <stdbool.h>

#include "notation.h"

typedef struct sv_core sv_core;

/* From now on, all news will be read: memory must be empty. */
__attribute__((warn_unused_result)) bool sv_news_begin(sv_core *core, rec_error *error);
void sv_news_end(sv_core *core);
/* Reads the news and does what they call for. If it cannot, memory may be outdated, and the turn
 * must fail. *outdated: all memory is void, because the database is another one than before, or
 * because there were more news than this server could follow. */
__attribute__((warn_unused_result)) bool sv_news_follow(sv_core *core, bool *outdated,
                                                        rec_error *error);

#endif
