/* Playing line by line: for scripts, for screen readers, and where there is no terminal. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play.h"

static void print_log_from(play *p, unsigned *printed)
{
    for (; *printed < p->log_count; (*printed)++)
        printf("%s\n", p->log[*printed]);
}

/* Lines of the log that are out already. */
static unsigned printed;

static void show(play *p)
{
    print_log_from(p, &printed);
    if (p->save_error[0])
        printf("Not saved: %s\n", p->save_error);
    fflush(stdout);
}

static bool ask(play *p, const char *prompt, char line[EDIT_MAX])
{
    char status[256];
    ek_state view;
    draw_table t;
    if (p->game) {
        play_view(p, &view, &t);
        draw_status(&t, status, sizeof status);
        const unsigned seat = ek_to_move(&view);
        if (seat != EK_NOBODY && !(view.hidden >> seat & 1))
            printf("[round %u, step %u] %s; %d Elektro\n", view.round, view.step, status,
                   view.owner[seat].money);
        else
            printf("[round %u, step %u] %s\n", view.round, view.step, status);
    }
    fputs(prompt, stdout);
    fflush(stdout);
    if (!fgets(line, EDIT_MAX, stdin)) {
        putchar('\n');
        return false;
    }
    if (!strchr(line, '\n') && !feof(stdin)) {
        int c;
        do
            c = getchar();
        while (c != '\n' && c != EOF);
        puts("The line is too long.");
        line[0] = '#'; /* a comment: nothing is done */
        line[1] = '\0';
        return true;
    }
    line[strcspn(line, "\r\n")] = '\0';
    if (!isatty(STDIN_FILENO))
        printf("%s\n", line); /* so that what a script said stands in its output */
    return true;
}

static void tell(play *p, const char *text)
{
    const size_t length = strlen(text);
    (void)p;
    fputs(text, stdout);
    if (length == 0 || text[length - 1] != '\n')
        putchar('\n');
    fflush(stdout);
}

static void pass(play *p, unsigned seat)
{
    printf("\n--- %s ---\n", play_name(p, seat));
}

static void pause_for_reading(play *p)
{
    fflush(stdout);
    if (isatty(STDOUT_FILENO))
        usleep(p->pace * 1000);
}

const play_front play_lines = {ask, tell, show, pass, pause_for_reading, NULL};
