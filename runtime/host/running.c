/* Which group each thread runs, for messages about crashes and time-outs. Workers note it for each
 * call of a kernel, which may run several groups; kernels compiled with -Zi note which of them, and
 * the wave. What signal handlers call takes no lock and no memory. */
#define _GNU_SOURCE
#include "pool.h"

#include <string.h>

/* Of the process, as signals are. */
static struct {
    _Atomic(const Pool *) pool; /* whose task began last */
    _Atomic(FindLine *) find;
    void (*_Atomic prepare)(void);
} known;

/* In the thread's own block: the first use takes no memory, so that a handler may be that. */
#define THREAD_S static _Thread_local __attribute__((tls_model("initial-exec")))
THREAD_S const Worker *here;
THREAD_S bool is_prepared;
THREAD_S uintptr_t stack_end; /* 0: not asked yet */

static void prepare_thread(void)
{
    void (*prepare)(void) = atomic_load_explicit(&known.prepare, memory_order_relaxed);
    if (is_prepared || !prepare)
        return;
    is_prepared = true;
    prepare();
}

void host_note_worker(Worker *worker)
{
    here = worker;
    if (!worker)
        return;
    atomic_store_explicit(&known.pool, worker->pool, memory_order_relaxed);
    prepare_thread();
}

/* To ask takes long (of the first thread the C library reads /proc/self/maps). */
static uintptr_t ask_stack_end(void)
{
    pthread_attr_t attributes;
    void *lowest;
    size_t size, guard = 0;
    uintptr_t end = UINTPTR_MAX;
    if (pthread_getattr_np(pthread_self(), &attributes))
        return end;
    if (!pthread_attr_getstack(&attributes, &lowest, &size) &&
        !pthread_attr_getguardsize(&attributes, &guard))
        end = (uintptr_t)lowest + guard;
    pthread_attr_destroy(&attributes);
    return end;
}

uintptr_t host_stack_end(void)
{
    if (!stack_end)
        stack_end = ask_stack_end();
    return stack_end;
}

void host_forget_pool(const Pool *pool)
{
    const Pool *expected = pool;
    atomic_compare_exchange_strong(&known.pool, &expected, NULL);
}

void host_find_lines_by(FindLine *find)
{
    atomic_store(&known.find, find);
}

void host_prepare_threads_by(void (*prepare)(void))
{
    atomic_store(&known.prepare, prepare);
}

/* Where kernels run groups several at a time, the host knows only the first. */
static void narrow(Running *running, const Worker *worker)
{
    const volatile WccRunning *told = &worker->running;
    if (!told->group_end)
        return;
    running->group[0] = told->group_x;
    running->end = told->group_end;
    running->wave = told->wave;
}

static bool look_at(const Worker *worker, Running *running)
{
    const Job *job = &worker->pool->job;
    if (!atomic_load_explicit(&worker->left, memory_order_relaxed))
        return false;
    *running = (Running){.entry = job->entry ? job->entry->name : NULL,
                         .end = worker->groups.end,
                         .wave = WCC_NO_WAVE,
                         .thread = worker->thread};
    for (int axis = 0; axis < 3; axis++)
        running->group[axis] = worker->groups.first[axis];
    narrow(running, worker);
    return true;
}

bool host_running_here(Running *running)
{
    if (!here || !look_at(here, running))
        return false;
    running->thread = pthread_self(); /* the caller's worker has none of its own */
    return true;
}

bool host_find_running(const Pool *pool, Running *running)
{
    pool = pool ? pool : atomic_load(&known.pool);
    for (uint32_t i = 0; pool && i < pool->worker_count; i++)
        if (look_at(&pool->workers[i], running))
            return true;
    return false;
}

/* ---- in words, without stdio ---- */

typedef struct Words {
    char *text;
    size_t length;
} Words;

static void add_text(Words *words, const char *text)
{
    size_t room = HOST_RUNNING_ROOM - 1 - words->length, length = strlen(text);
    length = length < room ? length : room;
    memcpy(words->text + words->length, text, length);
    words->length += length;
    words->text[words->length] = '\0';
}

static void add_number(Words *words, const char *before, uint32_t number)
{
    char digits[12] = "";
    size_t at = sizeof digits - 1;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    add_text(words, before);
    add_text(words, digits + at);
}

static void add_group(Words *words, const char *before, uint32_t x, const Running *running)
{
    add_number(words, before, x);
    add_number(words, ",", running->group[1]);
    add_number(words, ",", running->group[2]);
}

static void add_groups(Words *words, const Running *running)
{
    const uint32_t first = running->group[0];
    bool is_one = running->end - first <= 1;
    add_group(words, is_one ? "group " : "one of the groups ", first, running);
    if (!is_one)
        add_group(words, " to ", running->end - 1, running);
    else if (running->end == first)
        add_text(words, " or one that runs with it");
}

void host_describe_running(const Running *running, char text[HOST_RUNNING_ROOM])
{
    Words words = {text, 0};
    add_groups(&words, running);
    if (running->wave != WCC_NO_WAVE)
        add_number(&words, ", wave ", running->wave);
}

void host_add_running(Report *report, const Pool *pool)
{
    Running running;
    char text[HOST_RUNNING_ROOM], line[512];
    FindLine *find = atomic_load(&known.find);
    if (!host_find_running(pool, &running))
        return;
    host_describe_running(&running, text);
    bool has_line = find && find(running.thread, line, sizeof line);
    size_t length = strlen(report->error);
    snprintf(report->error + length, sizeof report->error - length, "; %s runs still%s%s", text,
             has_line ? ", at " : "", has_line ? line : "");
}
