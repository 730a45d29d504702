/* What a GCN compute unit holds: the numbers of S. Aaltonen's article on large thread groups. */
#include "report/report.h"
#include "test.h"

static void expect(int vgprs, int threads, int64_t lds, int groups, int waves, int idle_permille)
{
    GcnOccupancy found = gcn_occupancy(vgprs, threads, lds);
    assert_int_equal(found.groups, groups);
    assert_int_equal(found.waves, waves);
    assert_int_equal(found.idle_permille, idle_permille);
}

TEST(groups_of_1024_threads_fit_twice_up_to_32_vector_registers)
{
    expect(32, 1024, 32768, 2, 32, 0);
    expect(33, 1024, 32768, 1, 16, 484); /* 1 - 16 x 64 x 33 / 65,536 */
    expect(48, 1024, 32768, 1, 16, 250);
}

TEST(groups_of_1024_threads_with_40_vector_registers_leave_three_eighths_idle)
{
    expect(40, 1024, 32768, 1, 16, 375);
    assert_int_equal(gcn_occupancy(40, 1024, 32768).vgprs_for_more, 32);
    assert_string_equal(gcn_occupancy(40, 1024, 32768).limit, "vector registers");
}

TEST(groups_of_512_threads_fit_five_times_at_most)
{
    expect(25, 512, 0, 5, 40, 23); /* 1 - 40 x 64 x 25 / 65,536 */
    expect(1, 512, 0, 5, 40, 961);
    assert_string_equal(gcn_occupancy(25, 512, 0).limit, "waves");
}

TEST(a_lane_has_256_vector_registers_where_a_simd_runs_one_wave)
{
    expect(256, 64, 0, 4, 4, 0);
    expect(257, 64, 0, 0, 0, 1000);
}

TEST(groupshared_memory_of_32_kib_fits_twice)
{
    expect(16, 64, 32768, 2, 2, 969);
    expect(16, 64, 0, 40, 40, 375);
    assert_string_equal(gcn_occupancy(16, 64, 32768).limit, "groupshared memory");
    assert_int_equal(gcn_occupancy(16, 64, 32768).vgprs_for_more, 0);
}
