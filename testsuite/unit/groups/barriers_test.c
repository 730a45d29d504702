/* Barriers in all legal places, in groups of several waves, whole and partly filled, against plain C. */
#include <stdio.h>
#include <string.h>

#include "groups.h"
#include "process.h"

enum { GROUPS = 3, MOST_THREADS = 256 };

/* One group: threads share `g`; what each thread gives goes to `out`. */
typedef struct GroupModel {
    uint32_t threads, group, wave_size, turns;
    uint32_t g[MOST_THREADS], out[MOST_THREADS];
} GroupModel;

typedef void ModelRun(GroupModel *model);
#define EACH_THREAD(model, i) (uint32_t i = 0; i < (model)->threads; i++)

/* Each thread takes its neighbour's word and adds k. */
static void take_turn(GroupModel *model, uint32_t k)
{
    uint32_t old[MOST_THREADS];
    memcpy(old, model->g, sizeof old);
    for EACH_THREAD (model, i)
        model->g[i] = old[(i + 1) % model->threads] + k;
}

static void count_up(GroupModel *model)
{
    for EACH_THREAD (model, i)
        model->g[i] = i;
}

static void give_all(GroupModel *model) { memcpy(model->out, model->g, sizeof model->out); }

static void model_straight(GroupModel *model)
{
    uint32_t n = model->threads;
    for EACH_THREAD (model, i)
        model->out[(i + 7) % n] = (n - 1 - i) * 3 + model->group;
}

static void model_every_kind(GroupModel *model)
{
    uint32_t n = model->threads;
    for EACH_THREAD (model, i)
        model->out[i] = i * 2 + (i + 1) % n;
}

static void model_five_turns(GroupModel *model)
{
    count_up(model);
    for (uint32_t k = 0; k < 5; k++)
        take_turn(model, k);
    give_all(model);
}

static void model_cbuffer_loop(GroupModel *model)
{
    count_up(model);
    for (uint32_t k = 0; k < model->turns; k++)
        take_turn(model, k);
    give_all(model);
}

static void model_do_loop(GroupModel *model)
{
    uint32_t k = 0;
    count_up(model);
    do {
        if (k == model->group)
            continue;
        take_turn(model, k);
        if (k == model->turns)
            break;
        take_turn(model, 100);
    } while (++k < 20);
    give_all(model);
}

static void model_nested_loops(GroupModel *model)
{
    count_up(model);
    for (uint32_t k = 0; k < model->turns; k++)
        for (uint32_t n = 0; n < k % 3; n++)
            take_turn(model, n);
    give_all(model);
}

static void model_uniform_branch(GroupModel *model)
{
    uint32_t n = model->threads;
    for EACH_THREAD (model, i) {
        uint32_t third = (i + 3) % n, sixth = (third + 3) % n;
        if (model->group % 2 == 1)
            model->out[i] = model->turns > 2 ? sixth * sixth + 1 : third * third;
        else
            model->out[i] = i + 5;
    }
}

static void model_uniform_switch(GroupModel *model)
{
    uint32_t n = model->threads, which = (model->turns + model->group) % 4;
    for EACH_THREAD (model, i) {
        uint32_t next = (i + 1) % n;
        model->out[i] = which == 0 ? next + 7 : which == 1 ? 2 * (n - 1 - i) : which == 2 ? 9 : 2 * next;
    }
}

static void model_called_functions(GroupModel *model)
{
    uint32_t count[MOST_THREADS];
    for EACH_THREAD (model, i) {
        model->g[i] = 1;
        count[i] = model->group * 1000;
    }
    for (uint32_t k = 0; k < model->turns && model->group == 0; k++) {
        uint32_t old[MOST_THREADS];
        memcpy(old, model->g, sizeof old);
        for EACH_THREAD (model, i)
            model->g[i] = count[i] += old[(i + 1) % model->threads] + k;
    }
    for EACH_THREAD (model, i)
        model->out[i] = (model->group > 0 ? 1 : count[i]) + count[i];
}

static void model_waves_retire(GroupModel *model)
{
    uint32_t waves = (model->threads + model->wave_size - 1) / model->wave_size, sum = 0;
    for EACH_THREAD (model, i)
        sum += i * i;
    for EACH_THREAD (model, i)
        model->out[i] = i / model->wave_size == waves - 1 ? sum : 7;
}

static void model_slot_for_every_wave(GroupModel *model)
{
    uint32_t sum = 0;
    for EACH_THREAD (model, i)
        sum += i * i;
    for EACH_THREAD (model, i)
        model->out[i] = i < model->wave_size ? sum + model->threads - 1 : 7;
}

static void model_lanes_return(GroupModel *model)
{
    uint32_t n = model->threads;
    for EACH_THREAD (model, i) {
        uint32_t other = n - 1 - i;
        bool wrote = other % 5 != 2;
        model->out[i] = i % 5 == 2 || i % 7 == 3 ? 1 : (wrote ? other : 0) + 10;
    }
}

static void model_some_waves(GroupModel *model)
{
    uint32_t n = model->threads, w = model->wave_size;
    for EACH_THREAD (model, i)
        model->g[i] = i + (i / w % 2 == 1 ? 100 : 0);
    for EACH_THREAD (model, i)
        model->out[i] = (i / w % 2 == 1 ? model->g[(i ^ 1) % n] : 50) + model->g[(i + 1) % n];
}

static void model_turns_of_each_wave(GroupModel *model)
{
    for EACH_THREAD (model, i) {
        model->out[i] = 0;
        for (uint32_t k = 0; k < i / model->wave_size % 3 + model->turns; k++)
            model->out[i] += (i + k) % 4;
    }
}

/* waits_for_some: waves wait at barriers that others pass by, which --check=barrier reports. */
static const struct { const char *entry; ModelRun *run; bool has_turns, has_memory, waits_for_some; } ENTRIES[] = {
    {"straight", model_straight, false, false, false},
    {"every_kind", model_every_kind, false, true, false},
    {"uniform_loop", model_five_turns, false, false, false},
    {"unrolled_loop", model_five_turns, false, false, false},
    {"cbuffer_loop", model_cbuffer_loop, true, false, false},
    {"do_loop_with_jumps", model_do_loop, true, false, false},
    {"nested_loops", model_nested_loops, true, false, false},
    {"uniform_branch", model_uniform_branch, true, false, false},
    {"uniform_switch", model_uniform_switch, true, false, false},
    {"called_functions", model_called_functions, true, false, false},
    {"waves_retire", model_waves_retire, false, false, false},
    {"slot_for_every_wave", model_slot_for_every_wave, false, false, false},
    {"lanes_return", model_lanes_return, false, false, false},
    {"some_waves", model_some_waves, false, false, true},
    {"turns_of_each_wave", model_turns_of_each_wave, true, false, false},
};

static void check_entry(const char *program, Setting setting, int index, uint32_t threads, uint32_t turns)
{
    uint32_t got[GROUPS * MOST_THREADS], want[GROUPS * MOST_THREADS];
    char more[128] = "", what[128];
    if (ENTRIES[index].has_turns)
        snprintf(more, sizeof more, "--set gTurns=%u", turns);
    if (ENTRIES[index].has_memory)
        snprintf(more, sizeof more, "--size Shared=%u", GROUPS * threads);
    for (uint32_t group = 0; group < GROUPS; group++) {
        GroupModel model = {.threads = threads, .group = group, .wave_size = (uint32_t)setting.wave_size, .turns = turns};
        ENTRIES[index].run(&model);
        memcpy(want + group * threads, model.out, threads * sizeof *want);
    }
    groups_run(program, setting, ENTRIES[index].entry, GROUPS, more, got, GROUPS * threads);
    snprintf(what, sizeof what, "%s, %u threads, W = %d", ENTRIES[index].entry, threads, setting.wave_size);
    sample_expect_words(what, got, want, GROUPS * threads);
}

typedef struct BarrierCase {
    const char *folder, *options;
    uint32_t threads;
    bool is_checked;
    int least;         /* of the wave sizes up to 128: the first at which the group is as the test says */
    const char *sizes; /* these, for the compiler */
} BarrierCase;

static void check_all(const char *program, Setting setting, void *context)
{
    const BarrierCase *test = context;
    for (int i = 0; i < (int)(sizeof ENTRIES / sizeof *ENTRIES); i++)
        for (uint32_t turns = 0; turns < (ENTRIES[i].has_turns ? 6 : 1); turns += 3)
            if (!(test->is_checked && ENTRIES[i].waits_for_some))
                check_entry(program, setting, i, test->threads, turns);
}

static void run_case(BarrierCase test)
{
    char options[128];
    snprintf(options, sizeof options, "-DN=%u --wave-size=%s %s", test.threads, test.sizes, test.options);
    sample_from_wave_size(test.least, groups_compile("barriers", test.folder, options), check_all, &test);
}

SLOW_TEST(barriers_hold_in_all_legal_places) { run_case((BarrierCase){"barriers", "-O1", 256, false, 4, "all"}); }
/* Which waves run, and which lanes, is for wavecc to say: C compilers see it in constants alone. */
SLOW_TEST(barriers_hold_where_the_last_wave_is_partly_filled)
{
    process_leave_c_as_written();
    run_case((BarrierCase){"barriers-partly", "-O1", 200, false, 16, "16,32,64,128"});
    process_optimise_c();
}
SLOW_TEST(barriers_hold_in_groups_of_one_wave) { run_case((BarrierCase){"barriers-small", "-O2", 48, false, 64, "64,128"}); }

/* Only where waves are wider than vectors; the others have all wave sizes. */
SLOW_TEST(barriers_hold_without_optimisation_and_under_check)
{
    process_leave_c_as_written();
    run_case((BarrierCase){"barriers-checked", "-O0 --check=all", 132, true, 32, "32,64,128"});
    process_optimise_c();
}
