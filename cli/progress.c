#include "progress.h"

#include <stdio.h>
#include <unistd.h>

#include "deadline.h"

static const double interval = 0.25;

static void print_time_left(double seconds)
{
    const unsigned minutes = (unsigned)(seconds / 60);
    if (seconds < 100)
        fprintf(stderr, ", %.0f s left", seconds);
    else if (minutes < 100)
        fprintf(stderr, ", %u min left", minutes);
    else
        fprintf(stderr, ", %u h %u min left", minutes / 60, minutes % 60);
}

void progress_show(progress *p, unsigned done, unsigned all, const char *note)
{
    const double now = (double)ar_now() / 1e9;
    if (!p->begun) {
        p->begun = true;
        p->terminal = isatty(STDERR_FILENO);
        p->start = now;
        p->first = done;
    } else if (now - p->shown < interval && done < all) {
        return;
    }
    p->shown = now;
    if (!p->terminal)
        return;
    if (done >= all) {
        fputs("\r\033[K", stderr);
        return;
    }
    fprintf(stderr, "\r%u of %u %s%s%s", done, all, p->unit, note ? ", " : "", note ? note : "");
    if (done > p->first && now > p->start) {
        const double rate = (done - p->first) / (now - p->start);
        if (rate >= 0.1)
            fprintf(stderr, ", %.*f a second", rate < 10 ? 1 : 0, rate);
        print_time_left((all - done) / rate);
    }
    fputs("\033[K", stderr);
}
