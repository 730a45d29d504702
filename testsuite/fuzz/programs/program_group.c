/* A group of threads: each is interpreted by itself up to the next operation of its wave or barrier. Of those that
 * wait, the ones whose path is the least go on together, as nobody who is further can come back to where they are:
 * maximal reconvergence, out of the order of the text alone. */
#include "program_interpret_priv.h"

#include <stdlib.h>

static int compare_paths(const Path *left, const Path *right)
{
    for (int i = 0; i < left->count && i < right->count; i++)
        if (left->steps[i] != right->steps[i])
            return left->steps[i] < right->steps[i] ? -1 : 1;
    return left->count - right->count;
}

/* The thread of the wave that is behind all others, or NULL: all are done. */
static const Thread *find_least(const Thread *threads, int count)
{
    const Thread *least = NULL;
    for (int i = 0; i < count; i++)
        if (!threads[i].is_done &&
            (least == NULL || compare_paths(&threads[i].path, &least->path) < 0))
            least = &threads[i];
    return least;
}

static void give(Thread *thread, const Leaf *values)
{
    if (thread->met_count == MOST_MET) {
        thread->is_lost = true;
        return;
    }
    memcpy(thread->met[thread->met_count++], values, sizeof thread->met[0]);
}

typedef struct Group {
    Program *program;
    Thread *threads;
    const ProgramInput *input;
    ProgramResult *result;
} Group;

static void go_on(Group *group, int thread)
{
    interpret_thread(group->program, &group->threads[thread], group->input, (uint32_t)thread,
                     group->result);
}

/* The wave's threads at its least path, past it. */
static void meet(Group *group, int first, int count, const Thread *least)
{
    Wavefront front = {.lanes = group->input->wave_size, .first = -1};
    const Expr *expr = least->waits;
    const Path path = least->path;
    for (int i = 0; i < count; i++) {
        const Thread *thread = &group->threads[first + i];
        front.is_there[i] = !thread->is_done && compare_paths(&thread->path, &path) == 0;
        front.first = front.first < 0 && front.is_there[i] ? i : front.first;
        memcpy(front.values[i], thread->values, sizeof front.values[i]);
        front.asked[i] = thread->asked;
    }
    for (int i = 0; i < count; i++)
        if (front.is_there[i]) {
            Leaf out[16];
            wave_operate(&front, expr, i, out);
            give(&group->threads[first + i], out);
        }
    for (int i = 0; i < count; i++)
        if (front.is_there[i])
            go_on(group, first + i);
}

/* All threads stand at the same barrier: each gets what one further on has brought. */
static bool exchange(Group *group)
{
    Leaf values[THREADS][16];
    const Stmt *stmt = group->threads[0].exchanges;
    for (int i = 0; i < THREADS; i++) {
        if (group->threads[i].is_done || group->threads[i].exchanges != stmt || stmt == NULL)
            return false;
        memcpy(values[i], group->threads[i].values, sizeof values[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        give(&group->threads[i], values[(i + stmt->turns) % THREADS]);
        go_on(group, i);
    }
    return true;
}

static bool has_moved(Group *group, bool *is_lost)
{
    bool moved = false;
    for (int i = 0; i < THREADS; i++)
        *is_lost |= group->threads[i].is_lost;
    if (*is_lost)
        return false;
    for (int first = 0; first < THREADS; first += group->input->wave_size) {
        int rest = THREADS - first;
        int count = rest < group->input->wave_size ? rest : group->input->wave_size;
        const Thread *least = find_least(&group->threads[first], count);
        if (least != NULL && least->waits != NULL) {
            meet(group, first, count, least);
            moved = true;
        }
    }
    return moved || exchange(group);
}

bool random_program_interpret(Program *program, const ProgramInput *input, ProgramResult *result)
{
    Group group = {program, calloc(THREADS, sizeof(Thread)), input, result};
    bool is_lost = false, are_done = true;
    memcpy(result->cells, input->cells, sizeof result->cells);
    for (int i = 0; i < THREADS; i++)
        go_on(&group, i);
    while (has_moved(&group, &is_lost))
        ;
    for (int i = 0; i < THREADS; i++)
        are_done = are_done && group.threads[i].is_done;
    free(group.threads);
    return are_done && !is_lost;
}
