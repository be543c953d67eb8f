/* Lists as parameters of statements. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store.h"

enum { NUMBER_TEXT = 24 };

char *sv_list_of_texts(const char *const *text, unsigned count)
{
    size_t room = 3, length = 0;
    for (unsigned i = 0; i < count; i++)
        room += strlen(text[i]) + 1;
    char *list = malloc(room);
    for (unsigned i = 0; list && i < count; i++)
        length +=
            (size_t)snprintf(list + length, room - length, "%c%s", i > 0 ? ',' : '{', text[i]);
    if (list)
        snprintf(list + length, room - length, count > 0 ? "}" : "{}");
    return list;
}

char *sv_list_of_numbers(const sv_store *store, const int64_t *number, unsigned count)
{
    const char *ends = store->db->arrays ? "{}" : "[]";
    const size_t room = (size_t)count * NUMBER_TEXT + 3;
    char *list = malloc(room);
    size_t length = 0;
    if (!list)
        return NULL;
    list[length++] = ends[0];
    for (unsigned i = 0; i < count; i++)
        length += (size_t)snprintf(list + length, room - length, "%s%lld", i > 0 ? "," : "",
                                   (long long)number[i]);
    snprintf(list + length, room - length, "%c", ends[1]);
    return list;
}

void sv_take_code(void *data, const sv_value *column)
{
    const sv_code_list *list = data;
    list->each(list->data, column[0].text);
}
