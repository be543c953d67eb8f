/*
 * What a request costs: the limits count requests by their price in messages.json before they are
 * answered, and by their work afterwards.
 *
 * The work is measured: the processor time of the thread, or the time of the database if it is
 * longer, up to SV_DATABASE_US (beyond that the database is slow, and not the request), and an
 * estimate for what the system will do to send the answer and the pushes. Work that the price does
 * not cover is taken from the permits of the user and of the address, which may be in debt then:
 * their next requests are refused until the debt is paid. A commit is shared by the addresses whose
 * requests wrote something.
 */
#ifndef ELEKTRO_SERVER_PRICE_H
#define ELEKTRO_SERVER_PRICE_H

#include "client.h"

enum {
    SV_PERMIT_US = 500,     /* microseconds of work that a permit pays for */
    SV_DATABASE_US = 10000, /* of the database at most, for a request and again for its commit */
    SV_PUSH_US = 10,        /* to send a push */
    SV_CONNECTION_US = 50,  /* to accept a connection */
    SV_FRAME_US = 10,       /* to read and answer a frame without content */
    SV_BYTES_OF_US = 2000,  /* bytes of an answer that are sent in a microsecond */
    SV_WRITERS_MAX = 64     /* requests of a turn that share the commit; further ones are free */
};

/* The requests of a turn that wrote something. */
typedef struct sv_writers {
    unsigned count;
    char address[SV_WRITERS_MAX][SV_ADDRESS_MAX];
} sv_writers;

/* The work done before a request. */
typedef struct sv_meter {
    int64_t processor_us;
    uint64_t database_us, pushes, bytes, writes;
} sv_meter;

sv_meter sv_meter_start(const sv_core *core);
/* Charges a client for the work since then; paid is what it has paid already, in permits. */
void sv_meter_charge(sv_core *core, const sv_client *client, const sv_meter *before, int32_t paid);

/* From pause to resume the thread works for others: the request that is being measured waits. */
void sv_meter_pause(sv_core *core);
void sv_meter_resume(sv_core *core);
/* A clock of microseconds that stands still between the two. */
int64_t sv_meter_busy_us(const sv_core *core);

/* Charges an address for a connection; false if it is in debt. */
SV_CHECKED bool sv_charge_connection(sv_core *core, const char *address);

/* Charges an address for a frame without content, such as a ping; false if it is in debt. */
SV_CHECKED bool sv_charge_frame(sv_core *core, const char *address);

/* Charges the addresses of a turn for its commit. */
void sv_charge_commit(sv_core *core, int64_t us);

#endif
