/* Atomics at every wave size, with one worker and with several, against plain C. */
#include <stdlib.h>
#include <string.h>

#include "../../samples/sample.h"
#include "process.h"

enum { THREADS = 150, PER_GROUP = 50, SLOTS = 2000 };

static bool takes_part(uint32_t t) { return t % 3 != 1; }

static void read_output(const char *name, void *data, size_t bytes) { bin_read(test_build_path("tests/wave-atomics/%s.bin", name), data, bytes); }

static void expect_word(const char *what, uint32_t got, uint32_t wanted)
{
    if (got != wanted)
        fail_msg("%s is %u, expected %u", what, got, wanted);
}

/* Each thread found a cell of its own: `step` says how far from the one before it. */
static void check_slots(const uint32_t *slots, int count, bool weighted)
{
    bool seen[THREADS] = {false};
    int at = 0, found = 0;
    for (; at < 1000 && slots[at] != 0; found++) {
        uint32_t t = slots[at] - 1;
        assert_true(t < THREADS && takes_part(t) && !seen[t]);
        seen[t] = true;
        at += weighted ? 5 + (int)(t & 3) : 1;
    }
    assert_int_equal(found, count);
}

static void check_cells(const uint32_t *cells)
{
    uint32_t sum = 0, most = 0, bits = 0, mix = 0, count = 0, fifths[5] = {0}, weights = 0;
    for (uint32_t t = 0; t < THREADS; t++) {
        if (!takes_part(t))
            continue;
        sum += t, bits |= 1u << (t & 31), mix ^= t * 0x9e3779b9u, count++, fifths[t % 5] += t, weights += 5 + (t & 3);
        most = (t ^ 0x50) > most ? t ^ 0x50 : most;
    }
    const uint32_t wanted[] = {sum, most, 0, bits, mix, cells[5], count, weights, count, 1, fifths[0], fifths[1], fifths[2], fifths[3], fifths[4]};
    sample_expect_words("cell", cells, wanted, sizeof wanted / sizeof *wanted);
    assert_true(cells[5] >= 1000 && takes_part(cells[5] - 1000));
}

static void check_groups(const uint32_t *groups)
{
    for (uint32_t group = 0; group < THREADS / PER_GROUP; group++) {
        const uint32_t *got = groups + group * 16;
        uint32_t first = group * PER_GROUP;
        for (uint32_t bin = 0; bin < 8; bin++)
            expect_word("a bin", got[bin], PER_GROUP / 8 + (bin < PER_GROUP % 8));
        expect_word("the group's sum", got[8], PER_GROUP * first + PER_GROUP * (PER_GROUP - 1) / 2);
        expect_word("the group's odd maximum", got[9], first + PER_GROUP - 1);
        expect_word("the group's count", got[10], 2 * PER_GROUP);
    }
}

static void check_floats(const float *floats)
{
    assert_true(floats[0] == 2.5f && floats[1] == 0 && floats[2] == 4);
    for (uint32_t t = 0; t < THREADS; t++)
        assert_true(floats[3 + t] == (takes_part(t) ? (float)t + 0.5f : 0));
}

static void check(const char *program, Setting setting, void *context)
{
    (void)context;
    static uint32_t cells[16], typed[4], raw[4], slots[SLOTS], groups[48];
    static float floats[THREADS + 3];
    const char *folder = test_build_path("tests/wave-atomics");
    sample_run(program, setting, "--dispatch 3,1,1 --size Cells=16 --size Typed=4 --size Raw=16 --size Slots=%d --size Groups=48 --size Floats=%d "
               "--out Cells=%s/cells.bin --out Typed=%s/typed.bin --out Raw=%s/raw.bin --out Slots=%s/slots.bin --out Groups=%s/groups.bin "
               "--out Floats=%s/floats.bin", SLOTS, THREADS + 3, folder, folder, folder, folder, folder, folder);
    read_output("cells", cells, sizeof cells);
    read_output("typed", typed, sizeof typed);
    read_output("raw", raw, sizeof raw);
    read_output("slots", slots, sizeof slots);
    read_output("groups", groups, sizeof groups);
    read_output("floats", floats, sizeof floats);
    check_cells(cells);
    expect_word("the typed sum", typed[1], cells[0]);
    expect_word("the raw sum", raw[1], cells[0]);
    expect_word("the raw maximum", raw[2], THREADS - 1);
    check_slots(slots, (int)cells[6], false);
    check_slots(slots + 1000, (int)cells[6], true);
    check_groups(groups);
    check_floats(floats);
}

SLOW_TEST(atomics_of_a_wave_on_one_cell_count_every_lane)
{
    test_folder("wave-atomics");
    const char *program = test_build_path("tests/wave-atomics/atomics");
    Process process = PROCESS_RUN(test_build_path("wavecc"), "testsuite/unit/emit/atomics.hlsl", "--verify", "--wave-size=all", "-o", program);
    process_expect(&process, 0, "wavecc");
    process_free(&process);
    sample_at_all_settings(program, check, NULL);
}

/* Of waves that are there once: those before the last one of 50 threads have no masks. */
static int count_in_c(const char *text)
{
    Process process = PROCESS_RUN(test_build_path("wavecc"), "testsuite/unit/emit/atomics.hlsl", "--wave-size=32",
                                  "--join-groups=off", "--emit=c");
    process_expect(&process, 0, "wavecc --emit=c");
    int count = 0;
    for (const char *at = process.out; (at = strstr(at, text)) != NULL; at++)
        count++;
    process_free(&process);
    return count;
}

/* Exchanges per thread, compares and the two with cells that differ from lane to lane go by lanes; these two combine
 * where all lanes of a vector meet. One of the six is of groupshared memory. */
TEST(an_atomic_on_one_cell_becomes_one_reduction)
{
    assert_int_equal(count_in_c("together = reduce_"), 15 + 2);
    assert_int_equal(count_in_c("together = count_"), 2);
    assert_int_equal(count_in_c("together = lane_"), 1);
    assert_int_equal(count_in_c(", on, atomic_"), 5);
}

TEST(what_locks_has_a_plain_way_for_one_worker)
{
    assert_int_equal(count_in_c(", on, plain_"), 6);
    assert_int_equal(count_in_c(": atomic_"), count_in_c("(is_alone ? plain_"));
}
