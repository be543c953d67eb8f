/* How often a user is told something about a table: once a minute in each channel. */
#ifndef ELEKTRO_SERVER_NOTICES_PERMIT_H
#define ELEKTRO_SERVER_NOTICES_PERMIT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sv_core sv_core;

/* Takes the permit for a notice; false: there was one less than a minute ago. */
__attribute__((warn_unused_result)) bool sv_notice_permit(sv_core *core, const char *channel,
                                                          const char *code, int64_t user);
/* A turn that is repeated may write the notice again. The other servers are told of permits after
 * the turn, so they never hear of one that was returned in it. */
void sv_notice_permit_return(sv_core *core, const char *channel, const char *code, int64_t user);

#endif
