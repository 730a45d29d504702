/* pool: what serve.c, calls.c, queue.c, spares.c and workers.c share. Guarded by Pool.lock where nothing else
 * is said. */
#ifndef WCC_POOL_H
#define WCC_POOL_H

#include "dispatch.h"

#include <pthread.h>
#include <stdatomic.h>

/* Two cache lines: neighbours are fetched in pairs. What threads write often lies by itself. */
#define HOST_APART _Alignas(128)

/* Written by the worker, read by who tells of a crash or a time-out. */
typedef struct RunningGroups {
    _Atomic uint32_t first[3];
    _Atomic uint32_t end; /* on x: of the last one + 1; first[0]: not known */
} RunningGroups;

/* What a worker updates in the place of resources (copies.c). */
typedef struct Copies {
    WccResource *rows; /* of its dispatch; NULL: it never had any */
    uint32_t row_count;
    char *memory;
    size_t bytes;
    double since_ms;   /* when the worker began with the task; 0: it needs no copies, or has them, or cannot have any */
    bool are_used;
} Copies;

typedef struct Worker {
    HOST_APART Pool *pool;
    pthread_t thread;
    void *scratch;
    size_t scratch_bytes;
    WccDispatch dispatch;  /* the pool's, by which kernels name this worker */
    RunningGroups groups;  /* that it runs */
    WccRunning running;    /* which of them, where the kernel tells */
    _Atomic uint64_t left; /* tickets of its block whose groups have not ended */
    double looks_ms;       /* when to look at the clock again */
    Copies copies;
    Waiting waiting;
    bool has_ended;        /* a spare one: to be joined */
    bool looks_about;      /* before it sleeps */
    HOST_APART _Atomic uint32_t call; /* calls.c */
} Worker;

/* Why no more groups of the task start. */
typedef enum Stop { STOP_NOT, STOP_CANCELLED, STOP_LATE } Stop;

struct Pool {
    pthread_mutex_t lock;
    pthread_cond_t idle; /* a task ended, or one with a time limit began */
    uint32_t waiting;    /* for that */
    Worker *workers;
    uint32_t worker_count;
    Worker *caller;      /* a thread that runs its own task */
    void (*on_wait)(void *worker, const WccPlace *place); /* host_on_wait */
    bool is_crowded;     /* more workers than CPUs */
    const volatile uint8_t *home; /* 1; 0 in a child of fork(); NULL: not known */
    Task *current, *first, *last; /* the one that runs; those behind it */
    Task orphan;         /* `current` while kernels run whose task was given up */
    Report orphan_report;
    /* Of the current task. */
    Worker **spares;     /* MOST_SPARES, once there are any */
    uint32_t spare_count;
    double spares_ms;    /* when they became more */
    bool has_told;       /* that groups wait */
    bool out_of_memory;
    Worker *copied;      /* whose copies have what workers did that have ended; NULL: none has any */
    uint32_t busy;       /* workers that run it */
    double start_ms, cpu_ms;
    /* Of the current task; fixed while workers are busy. */
    Job job;
    WccDispatch dispatch; /* a copy: after a time-out kernels may outlive the caller's */
    uint64_t total, block;
    double deadline_ms;   /* 0: none */
    size_t copied_bytes;  /* that a worker's copies would have; 0: there are none */
    Faults *faults;
    Printer *printer;
    HOST_APART _Atomic uint64_t next_ticket;
    HOST_APART _Atomic double ended_ms; /* when a group ended last, where they may wait */
    HOST_APART _Atomic Stop stop;
    HOST_APART _Atomic uint64_t calls; /* calls.c: of the current task */
};

/* forked.c */

void host_mark_home(Pool *pool);
void host_unmark_home(Pool *pool);
/* The pool's threads are in another process: not even its lock may be taken. */
bool host_is_forked(const Pool *pool);

/* serve.c */

/* Zeroed, apart from its neighbours; NULL without memory. */
void *host_new_apart(size_t bytes);
bool host_start_worker(Worker *worker, void *(*body)(void *));
/* Runs groups of the current task until there are no more, without the lock. */
void host_serve(Worker *worker);
/* For loops that look at what another thread will write. */
void host_pause(void);
/* Looks at the flag for some microseconds, until it is set. */
void host_spin(atomic_bool *flag);
/* With the lock held: joins those that have ended. */
void host_reap_spares(Pool *pool);

/* running.c */

/* The calling thread runs groups of the pool's task as this worker; NULL: it does no more. */
void host_note_worker(Worker *worker);
void host_forget_pool(const Pool *pool);
/* "; group 1,0,0, wave 2 runs still, at FILE:LINE" behind the report's error, if one does. */
void host_add_running(Report *report, const Pool *pool);

/* calls.c */

/* With the lock held, and a task for them in its place: workers `first` to `end` - 1, none of which
 * is called already. Those that sleep have to be woken. */
void host_call_workers(Pool *pool, uint32_t first, uint32_t end);
/* Without the lock, after whatever may have begun a task: wakes some of those who were called and
 * sleep; they wake the others. */
void host_wake_called(Pool *pool);
/* Its host_await_call gives false. */
void host_dismiss_worker(Worker *worker);
/* Waits until it is called; without the lock. */
bool host_await_call(Worker *worker);

/* copies.c */

/* Bytes of the copies in which a worker may do the job's updates; 0: it must do them where they belong. */
size_t host_measure_copies(const Job *job);
/* Before a worker's first group, and before any other; it may have copies of its own from then on. */
void host_await_copies(Worker *worker);
void host_mind_copies(Worker *worker);
/* Once it has ended: what it did is in Pool.copied. */
void host_leave_copies(Worker *worker);
/* Once all have ended, without the lock: what they did is where it belongs. */
void host_keep_copies(Pool *pool, Worker *copied);
void host_free_copies(Worker *worker);

/* queue.c */

/* With the lock held: a worker has done its part; the last one ends the task. */
void host_leave(Pool *pool);

/* spares.c */

/* WccDispatch.wait: called by a worker's kernel now and then. */
void host_on_wait(void *worker, const WccPlace *place);

#endif
