#include "match_table.h"

#include <inttypes.h>
#include <stdio.h>

#include "words_text.h"

ar_table ar_table_of(const rec_options *options)
{
    return (ar_table){.board = options->board,
                      .edition = options->edition,
                      .players = options->players,
                      .options = options->options,
                      .draft = options->zone_choice == JN_ZONE_DRAFT,
                      .zone = options->zone};
}

/* Tells tables on different boards of the user's own apart. */
static uint64_t fingerprint_of(const ar_table *table)
{
    const ek_config config = {
        .edition = table->edition, .players = table->players, .options = table->options};
    ek_rules rules;
    return ek_rules_init(&rules, table->board->ek, &config) == EK_REASON_OK ? rules.fingerprint : 0;
}

void ar_describe_table(const ar_table *table, char text[AR_TABLE_TEXT])
{
    snprintf(text, AR_TABLE_TEXT,
             "rules=%d board=%.99s edition=%s players=%u options=%u zone=%u draft=%d "
             "table=%016" PRIx64,
             EK_RULES_VERSION, table->board->id, rec_edition_word(table->edition), table->players,
             table->options, table->zone, table->draft, fingerprint_of(table));
}
