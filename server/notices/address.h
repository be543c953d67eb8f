/* Addresses of mail, as strictly as mail servers of people need them: ASCII, no quotes, no
 * comments, a domain with a dot. Nothing in them can end a header field or a command of SMTP. */
#ifndef ELEKTRO_SERVER_NOTICES_ADDRESS_H
#define ELEKTRO_SERVER_NOTICES_ADDRESS_H

#include "errors.h"
#include "store.h"

enum { SV_MAILBOX_MAX = 255 }; /* bytes, the end included: what SMTP allows in a path */

/* Whether a text is an address; the error names the field. */
SV_CHECKED bool sv_address_fits(const char *field, const char *address, rec_error *error);
/* The hash by which an address is found: of all that the same mail server takes for one, as far as
 * can be told from outside, in upper or lower case. */
void sv_address_hash(const char *address, char hash[SV_HEX_MAX]);
/* The address as others may know it: "a…@example.org". */
void sv_address_hint(const char *address, char hint[SV_MAILBOX_MAX]);

#endif
