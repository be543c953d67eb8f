#include "released_sql.h"

#include <stdio.h>

bool run_released_sql(sv_db *db, const char *name)
{
    static char text[65536];
    char path[1024];
    rec_error error = {.text = ""};
    snprintf(path, sizeof path, "%s/%s", SCHEMAS, name);
    FILE *file = fopen(path, "r");
    if (!file) {
        printf("# there is no %s: write down what this version left\n", path);
        return false;
    }
    const size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    if (length == sizeof text)
        return false;
    text[length] = '\0';
    if (db->script(db, text, &error))
        return true;
    printf("# %s: %s\n", path, error.text);
    return false;
}
