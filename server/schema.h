/* The steps that lead to a schema of the database. */
#ifndef SV_SCHEMA_H
#define SV_SCHEMA_H

#include "db.h"

typedef struct sv_schema {
    const char *const *steps; /* "@" stands for the database's clause for a table that is stored in
                               * the order of its key */
    unsigned version;         /* their number */
    unsigned oldest;          /* the schema of the oldest release that can work with this one */
} sv_schema;

extern const sv_schema sv_schema_released;

/* As sv_migrate and sv_schema_check (db.h), to any schema. */
SV_CHECKED bool sv_schema_migrate(sv_db *db, const sv_schema *schema, rec_error *error);
SV_CHECKED bool sv_schema_fits(sv_db *db, const sv_schema *schema, rec_error *error);

#endif
