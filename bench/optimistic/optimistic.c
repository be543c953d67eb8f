/*
 * A server that claims nothing, for comparison (bench/nodes): tables are taken from memory, and a
 * write fails if another server has changed the row, as every write does anyhow. This is the design
 * of optimistic versions; when the players of a table are at the same node it is also what a lease
 * of the table costs at best, without passing requests on. The linker puts these functions in the
 * place of the server's own.
 */
#include "claim.h"
#include "core.h"
#include "serve.h"

sv_table *__wrap_sv_table_claim(sv_core *core, const char *code, rec_error *error);
void __wrap_sv_claim_ahead(sv_core *core);

sv_table *__wrap_sv_table_claim(sv_core *core, const char *code, rec_error *error)
{
    sv_table *table = sv_table_get(core, code, error);
    if (table)
        table->claimed = core->turn;
    return table;
}

void __wrap_sv_claim_ahead(sv_core *core)
{
    (void)core;
}

int main(int argc, char **argv)
{
    return argc > 1 ? sv_serve(argc - 1, argv + 1, "elektro without claims") : 2;
}
