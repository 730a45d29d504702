/* The order in which groups start. */
#include <stdlib.h>

#include "host/dispatch.h"
#include "kernels.h"

static Order parse(const char *text)
{
    Report report = { 0 };
    Order order;
    assert_true(host_parse_order(&report, text, &order));
    return order;
}

/* Gives the row-major numbers of the groups in the order in which they start. */
static void check_sequence(const char *order_text, uint32_t x, uint32_t y, uint32_t z, const uint32_t *wanted)
{
    uint32_t groups[3] = { x, y, z }, group[3];
    for (uint32_t ticket = 0; ticket < x * y * z; ticket++) {
        host_order_group(parse(order_text), groups, ticket, group);
        assert_int_equal((group[2] * y + group[1]) * x + group[0], wanted[ticket]);
    }
}

static void check_each_once(const char *order_text, uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t groups[3] = { x, y, z }, group[3];
    uint8_t *visits = calloc(x * y * z, 1);
    for (uint32_t ticket = 0; ticket < x * y * z; ticket++) {
        host_order_group(parse(order_text), groups, ticket, group);
        assert_true(group[0] < x && group[1] < y && group[2] < z);
        visits[(group[2] * y + group[1]) * x + group[0]]++;
    }
    for (uint32_t i = 0; i < x * y * z; i++)
        assert_int_equal(visits[i], 1);
    free(visits);
}

TEST(linear_order_runs_along_x_then_y_then_z)
{
    check_sequence("linear", 3, 2, 2, (const uint32_t[]){ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 });
}

TEST(tile_x_runs_row_by_row_inside_tiles_of_n_columns_and_a_narrower_last_one)
{
    /* 5 x 3 groups:  0  1 |  2  3 |  4
     *                5  6 |  7  8 |  9
     *               10 11 | 12 13 | 14 */
    check_sequence("tile-x:2", 5, 3, 1, (const uint32_t[]){ 0, 1, 5, 6, 10, 11, 2, 3, 7, 8, 12, 13, 4, 9, 14 });
}

TEST(tile_x_as_in_figure_2_of_the_paper)
{
    check_sequence("tile-x:3", 6, 2, 1, (const uint32_t[]){ 0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11 });
}

TEST(tile_y_runs_column_by_column_inside_tiles_of_n_rows_and_a_lower_last_one)
{
    /* 2 x 3 groups: 0 1 / 2 3 / 4 5 */
    check_sequence("tile-y:2", 2, 3, 1, (const uint32_t[]){ 0, 2, 1, 3, 4, 5 });
}

TEST(tiles_follow_one_another_slice_by_slice)
{
    check_sequence("tile-x:1", 2, 2, 2, (const uint32_t[]){ 0, 2, 1, 3, 4, 6, 5, 7 });
}

TEST(a_tile_wider_than_the_grid_is_linear)
{
    check_sequence("tile-x:4000000000", 3, 2, 1, (const uint32_t[]){ 0, 1, 2, 3, 4, 5 });
}

TEST(morton_order_is_a_z_curve)
{
    check_sequence("morton", 4, 4, 1, (const uint32_t[]){ 0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15 });
}

TEST(morton_order_leaves_out_what_is_not_in_the_grid)
{
    check_sequence("morton", 3, 3, 1, (const uint32_t[]){ 0, 1, 3, 4, 2, 5, 6, 7, 8 });
}

TEST(every_order_visits_every_group_once_in_any_grid)
{
    static const char *const orders[] = { "linear", "tile-x:1", "tile-x:3", "tile-x:16", "tile-y:2", "tile-y:5", "morton" };
    static const uint32_t grids[][3] = { { 1, 1, 1 }, { 7, 1, 1 }, { 1, 9, 1 }, { 1, 1, 5 }, { 13, 5, 3 }, { 16, 16, 1 }, { 33, 2, 2 }, { 3, 17, 9 } };
    for (size_t i = 0; i < HOST_LENGTH(orders); i++)
        for (size_t j = 0; j < HOST_LENGTH(grids); j++)
            check_each_once(orders[i], grids[j][0], grids[j][1], grids[j][2]);
}

TEST(tickets_past_32_bits_find_their_group)
{
    uint32_t groups[3] = { 65535, 65535, 65535 }, group[3];
    uint64_t last = 65535ull * 65535 * 65535 - 1;
    static const char *const orders[] = { "linear", "tile-x:16", "tile-y:7", "morton" };
    for (size_t i = 0; i < HOST_LENGTH(orders); i++) {
        host_order_group(parse(orders[i]), groups, last, group);
        assert_true(group[0] == 65534 && group[1] == 65534 && group[2] == 65534);
    }
}

TEST(an_unknown_order_is_an_error_that_lists_the_known_ones)
{
    static const char *const wrong[] = { "", "tile-x", "tile-x:", "tile-x:0", "tile-x:-1", "tile-x:2x", "linear:2", "hilbert", "tile-z:3" };
    for (size_t i = 0; i < HOST_LENGTH(wrong); i++) {
        Report report = { 0 };
        Order order;
        assert_false(host_parse_order(&report, wrong[i], &order));
        assert_contains(report.error, "linear, tile-x:N, tile-y:N, morton, auto");
    }
}
