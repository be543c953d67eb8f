/*
 * Blocking: a user keeps another one away. A blocked user cannot sit down at an open table of the
 * other one (whom they host or sit with), cannot invite them or ask them as a friend, and their
 * chat is hidden from the one who blocks, as if it were muted (chat.h). They are told that they are
 * not welcome, not by whom.
 *
 * Who blocks somebody and wants to sit down beside them is asked first.
 *
 * People in the queue who block each other are not paired (pairing/queue.c). The draw of a
 * tournament looks at no blocks.
 */
#ifndef ELEKTRO_SERVER_PEOPLE_BLOCK_H
#define ELEKTRO_SERVER_PEOPLE_BLOCK_H

#include "dispatch.h"
#include "people/store_people.h"
#include "table.h"

enum { SV_BLOCKS_MAX = 1000, SV_GUEST_BLOCKS_MAX = 100 };

/* Whether the user of a request may sit down at an open table: nobody there blocks them, and they
 * block nobody there, or the request says "anyway". */
SV_CHECKED bool sv_is_welcome(sv_call *call, const sv_table *table);
/* Whether the user of a request may turn to another one: neither blocks the other. */
SV_CHECKED bool sv_may_approach(sv_call *call, int64_t other);

/* Finds a user whom a request names, and who is not its own: by "user", or by "name" (an account).
 * Fails with "no-such-user". */
SV_CHECKED bool sv_other_of_call(sv_call *call, sv_user *other);

sv_handler sv_on_block;

#endif
