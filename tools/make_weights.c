/* Turns the weights of the judge into a C array while Elektro is built:
 *
 *     make_weights data/weights/judge.bin weights.c
 *
 * The array is what bots/weights.h declares. Weights that a judge would refuse stop the build. */
#include <stdio.h>
#include <stdlib.h>

#include "judge.h"

enum { BYTES_MAX = 1 << 20 };

static _Alignas(BOT_WEIGHTS_ALIGNED) uint8_t bytes[BYTES_MAX];

static void stop(const char *file, const char *what)
{
    fprintf(stderr, "%s: %s\n", file, what);
    exit(EXIT_FAILURE);
}

static size_t read_weights(const char *name)
{
    bot_judge judge;
    FILE *file = fopen(name, "rb");
    if (!file)
        stop(name, "cannot be read");
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    const char *wrong = bot_judge_load(&judge, bytes, size);
    if (wrong)
        stop(name, wrong);
    return size;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        stop("usage", "make_weights WEIGHTS C_FILE");
    const size_t size = read_weights(argv[1]);
    FILE *out = fopen(argv[2], "w");
    if (!out)
        stop(argv[2], "cannot be written");
    fprintf(out, "#include \"weights.h\"\n\n_Alignas(%d) const uint8_t bot_weights[] = {",
            BOT_WEIGHTS_ALIGNED);
    for (size_t i = 0; i < size; i++)
        fprintf(out, "%s%u,", i % 24 ? "" : "\n", bytes[i]);
    fprintf(out, "\n};\nconst size_t bot_weights_size = %zu;\n", size);
    fputs("const bot_judge bot_native_judge = {(const bot_network_weights *)(const void "
          "*)bot_weights};\n",
          out);
    const bool failed = ferror(out);
    if (fclose(out) != 0 || failed)
        stop(argv[2], "cannot be written");
    return 0;
}
