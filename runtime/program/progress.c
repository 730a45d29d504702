/* One line on a terminal that says how far the kernels are, for what takes longer than a second:
 *
 *     HorzBlurCS, dispatch 3 of 8: 1200 of 65536 groups, 3.1e+04 groups/s, 0:12 left
 *
 * The watcher (watch.c) draws it a few times a second; who prints anything erases it first. */
#define _GNU_SOURCE
#include "program.h"

#include "host/session.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define SHORT_MS 1000.0 /* what ends before has no line */
#define QUIET_MS 100.0  /* behind an erasure, while others print */
#define ERASE "\r\033[K"
#define LONGEST_LEFT_S 360000.0

/* Of the process, as its terminal is. */
static struct {
    pthread_mutex_t lock;
    bool is_drawn;
    double erased_ms;
} line = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- what it says ---- */

/* Of all dispatches where their number is known, else of this one; 0 to 1. */
static double part_done(const Work *work)
{
    double own = work->total ? (double)work->done / (double)work->total : 0;
    return work->expected ? ((double)work->number - 1 + own) / (double)work->expected : own;
}

/* Three digits, and a letter where it is a thousand and more. */
static void add_per_second(Text *text, double rate, const char *of)
{
    static const struct { double factor; const char *letter; } units[] = {
        {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {0, ""}};
    size_t unit = 0;
    while (rate < units[unit].factor * 0.9995)
        unit++;
    host_text_printf(text, ", %.3g%s %s/s", units[unit].factor ? rate / units[unit].factor : rate,
                     units[unit].letter, of);
}

static void add_rate(Text *text, const Work *work, double now)
{
    double own = (now - work->start_ms) / 1e3, all = (now - work->first_ms) / 1e3;
    bool is_long = own >= SHORT_MS / 1e3;
    if (is_long)
        add_per_second(text, (double)work->done / own, "groups");
    else
        add_per_second(text, (double)(work->number - 1) / all, "dispatches");
}

static void add_time_left(Text *text, const Work *work, double now)
{
    double spent = (now - (work->expected ? work->first_ms : work->start_ms)) / 1e3;
    double done = part_done(work), left = done > 0 ? spent * (1 - done) / done : INFINITY;
    if (left < 0 || left > LONGEST_LEFT_S || (!work->expected && spent < SHORT_MS / 1e3))
        return;
    unsigned seconds = (unsigned)ceil(left);
    if (seconds >= 3600)
        host_text_printf(text, ", %u:%02u:%02u left", seconds / 3600, seconds / 60 % 60,
                         seconds % 60);
    else
        host_text_printf(text, ", %u:%02u left", seconds / 60, seconds % 60);
}

static void spell(Text *text, const Work *work, double now)
{
    host_text_printf(text, "%s, dispatch %llu", work->name, (unsigned long long)work->number);
    if (work->expected)
        host_text_printf(text, " of %llu", (unsigned long long)work->expected);
    host_text_printf(text, ": %llu of %llu groups", (unsigned long long)work->done,
                     (unsigned long long)work->total);
    add_rate(text, work, now);
    add_time_left(text, work, now);
}

/* ---- on the terminal ---- */

/* One less than it has, so that the cursor stays in the line. */
static size_t columns(void)
{
    struct winsize size = {0};
    bool known = !ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col > 1;
    return known ? (size_t)size.ws_col - 1 : 79;
}

static void put(const char *bytes, size_t count)
{
    ssize_t written = write(STDERR_FILENO, bytes, count);
    (void)written; /* a terminal that is gone sees nothing */
}

static void put_line(const Text *text)
{
    size_t most = columns();
    Text all = {0};
    host_text_printf(&all, ERASE "%.*s", (int)(text->length < most ? text->length : most),
                     text->text);
    if (!all.failed)
        put(all.text, all.length);
    free(all.text);
}

void program_draw_progress(void)
{
    Work work;
    Text text = {0};
    double now = host_now_ms();
    if (!host_look_at_work(&work) || now - work.first_ms < SHORT_MS || !work.total)
        return;
    spell(&text, &work, now);
    pthread_mutex_lock(&line.lock);
    if (!text.failed && now - line.erased_ms > QUIET_MS) {
        put_line(&text);
        line.is_drawn = true;
    }
    pthread_mutex_unlock(&line.lock);
    free(text.text);
}

void program_erase_progress(void)
{
    pthread_mutex_lock(&line.lock);
    if (line.is_drawn)
        put(ERASE, strlen(ERASE));
    line.is_drawn = false;
    line.erased_ms = host_now_ms();
    pthread_mutex_unlock(&line.lock);
}
