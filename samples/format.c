#include "format.h"

#include <string.h>

static const char file_magic[8] = {'E', 'K', 'S', 'A', 'M', 'P', 'L', 'E'};
enum { GAME_MAGIC = 0x454d4147 }; /* "GAME" */

/* FNV-1a, 64 bits. */
static uint64_t checksum(const uint8_t *bytes, size_t size)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static size_t seal(uint8_t *bytes, size_t size)
{
    const uint64_t sum = checksum(bytes, size);
    memcpy(bytes + size, &sum, sizeof sum);
    return size + sizeof sum;
}

/* Whether the last eight of size bytes are the checksum of the others. */
static bool is_sealed(const uint8_t *bytes, size_t size)
{
    uint64_t sum;
    memcpy(&sum, bytes + size - sizeof sum, sizeof sum);
    return sum == checksum(bytes, size - sizeof sum);
}

/* --------------------------------------------------------------------------------------- header */

size_t sm_write_header(const char *made, uint8_t bytes[SM_HEADER_MAX])
{
    const uint32_t numbers[2] = {SM_VERSION, (uint32_t)strlen(made)};
    memcpy(bytes, file_magic, 8);
    memcpy(bytes + 8, numbers, 8);
    memcpy(bytes + 16, made, numbers[1]);
    return seal(bytes, 16 + (size_t)numbers[1]);
}

const char *sm_read_header(const uint8_t *bytes, size_t left, char made[SM_MADE_MAX], size_t *size)
{
    uint32_t numbers[2];
    if (left < 16 || memcmp(bytes, file_magic, 8) != 0)
        return "this is not a file of samples";
    memcpy(numbers, bytes + 8, 8);
    if (numbers[0] != SM_VERSION)
        return "these samples are of another version of the format; make them again";
    if (numbers[1] >= SM_MADE_MAX || left < 16 + (size_t)numbers[1] + 8)
        return "the header is cut off";
    *size = 16 + (size_t)numbers[1] + 8;
    if (!is_sealed(bytes, *size) || memchr(bytes + 16, '\0', numbers[1]))
        return "the header is damaged: its checksum is wrong";
    memcpy(made, bytes + 16, numbers[1]);
    made[numbers[1]] = '\0';
    return NULL;
}

/* ------------------------------------------------------------------------------------ positions */

/* A position is packed as its difference from the one before: for each word of eight bytes a byte
 * whose bits say which bytes of the exclusive or of both are not 0, then these bytes. */
static size_t pack(const ek_state *state, const ek_state *before, uint8_t *bytes)
{
    const uint8_t *now = (const uint8_t *)state;
    const uint8_t *last = (const uint8_t *)before;
    size_t size = SM_STATE_WORDS;
    for (size_t word = 0; word < SM_STATE_WORDS; word++) {
        unsigned mask = 0;
        for (unsigned i = 0; i < 8; i++) {
            const uint8_t change = now[word * 8 + i] ^ last[word * 8 + i];
            if (!change)
                continue;
            mask |= 1u << i;
            bytes[size++] = change;
        }
        bytes[word] = (uint8_t)mask;
    }
    return size;
}

/* Returns the bytes used; 0 if there are too few, or one that is 0 and should not be there. */
static size_t unpack(const uint8_t *bytes, size_t left, const ek_state *before, ek_state *state)
{
    uint8_t *now = (uint8_t *)state;
    size_t size = SM_STATE_WORDS;
    if (left < size)
        return 0;
    *state = *before;
    for (size_t word = 0; word < SM_STATE_WORDS; word++)
        for (unsigned mask = bytes[word], i = 0; mask; mask >>= 1, i++) {
            if (!(mask & 1))
                continue;
            if (size == left || bytes[size] == 0)
                return 0;
            now[word * 8 + i] ^= bytes[size++];
        }
    return size;
}

/* ---------------------------------------------------------------------------------------- games */

static const ek_state nothing;

size_t sm_write_game(sm_game *game, uint8_t bytes[SM_RECORD_MAX])
{
    const ek_state *before = &nothing;
    size_t size = sizeof game->head;
    for (unsigned i = 0; i < game->head.positions; i++) {
        size += pack(&game->position[i], before, bytes + size);
        before = &game->position[i];
        if (!(game->head.flags & SM_CHANCES))
            continue;
        memcpy(bytes + size, game->chance[i], sizeof game->chance[i]);
        size += sizeof game->chance[i];
    }
    game->head.size = (uint32_t)(size + sizeof(uint64_t));
    game->head.magic = GAME_MAGIC;
    memcpy(bytes, &game->head, sizeof game->head);
    return seal(bytes, size);
}

/* The first two words of a record. */
typedef struct opening {
    uint32_t size, magic;
} opening;

static bool is_opening(const opening *o)
{
    return o->magic == GAME_MAGIC && o->size >= SM_RECORD_MIN && o->size <= SM_RECORD_MAX;
}

size_t sm_record_size(const uint8_t *bytes, size_t left)
{
    opening o;
    if (left < SM_RECORD_MIN)
        return 0;
    memcpy(&o, bytes, sizeof o);
    return is_opening(&o) && o.size <= left ? o.size : 0;
}

bool sm_is_cut_off(const uint8_t *bytes, size_t left)
{
    opening o;
    if (left < sizeof o)
        return true;
    memcpy(&o, bytes, sizeof o);
    return is_opening(&o) && o.size > left;
}

static const char *find_fault(const sm_head *head)
{
    if (!memchr(head->board, '\0', sizeof head->board))
        return "the name of the board has no end";
    if (head->config.edition >= EK_EDITIONS || head->config.players < 2 ||
        head->config.players > EK_SEATS)
        return "there is no such table";
    if (head->rules_version != EK_RULES_VERSION)
        return "it was played by another version of the rules";
    if (head->flags & ~SM_FLAGS_KNOWN || head->positions > BOT_GAME_POSITIONS ||
        (head->positions == 0) != (head->flags & SM_GIVEN_UP))
        return "it has a wrong number of positions";
    for (unsigned seat = 0; seat < head->config.players; seat++) {
        if (head->seat[seat].who.level >= BOT_LEVELS || head->seat[seat].who.style >= BOT_STYLES)
            return "a seat has an unknown bot";
        if (head->seat[seat].result.rank > head->config.players ||
            head->seat[seat].result.victory > BOT_SHARE_ONE)
            return "a seat has an impossible result";
    }
    return NULL;
}

static bool read_positions(const uint8_t *bytes, size_t left, sm_game *game)
{
    const ek_state *before = &nothing;
    for (unsigned i = 0; i < game->head.positions; i++) {
        const size_t used = unpack(bytes, left, before, &game->position[i]);
        before = &game->position[i];
        bytes += used;
        left -= used;
        if (used == 0)
            return false;
        if (!(game->head.flags & SM_CHANCES))
            continue;
        if (left < sizeof game->chance[i])
            return false;
        memcpy(game->chance[i], bytes, sizeof game->chance[i]);
        bytes += sizeof game->chance[i];
        left -= sizeof game->chance[i];
    }
    return left == 0;
}

const char *sm_read_game(const uint8_t *bytes, size_t size, sm_game *game)
{
    if (sm_record_size(bytes, size) != size)
        return "it is cut off";
    if (!is_sealed(bytes, size))
        return "its checksum is wrong";
    memcpy(&game->head, bytes, sizeof game->head);
    const char *fault = find_fault(&game->head);
    if (fault)
        return fault;
    return read_positions(bytes + sizeof game->head, size - SM_RECORD_MIN, game)
               ? NULL
               : "its positions do not fill it";
}
