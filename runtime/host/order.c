/* The order in which thread groups start, computed from a ticket: 0 is the first to start.
 *
 * tile-x:N cuts the grid into tiles N groups wide and the whole grid high, and runs row by row
 * inside a tile (Bavoil, "Optimizing Compute Shaders for L2 Locality using Thread-Group ID
 * Swizzling", 2020). A grid of 5 x 2, tile-x:2:
 *                              0 1 | 4 5 | 8
 *                              2 3 | 6 7 | 9
 * tile-y:N is the same with x and y exchanged. Slices along z follow one another. What "auto" means
 * is measured in auto_order.c; here it is linear. */
#include "dispatch.h"
#include "numbers/numbers.h"

#include <string.h>

/* One slice, `width` groups along the tiles' direction; the last tile may be narrower. */
static void tile_position(uint64_t ticket, uint32_t width, uint32_t height, uint32_t tile,
                          uint32_t *along, uint32_t *across)
{
    uint64_t tile_groups = (uint64_t)tile * height;
    uint64_t tile_index = ticket / tile_groups, local = ticket % tile_groups;
    uint64_t first = tile_index * tile;
    uint64_t tile_width = width - first < tile ? width - first : tile;
    *along = (uint32_t)(first + local % tile_width);
    *across = (uint32_t)(local / tile_width);
}

static void order_linear(Order order, const uint32_t groups[3], uint64_t ticket, uint32_t group[3])
{
    (void)order;
    group[0] = (uint32_t)(ticket % groups[0]);
    group[1] = (uint32_t)(ticket / groups[0] % groups[1]);
    group[2] = (uint32_t)(ticket / groups[0] / groups[1]);
}

static void order_tile_x(Order order, const uint32_t groups[3], uint64_t ticket, uint32_t group[3])
{
    uint64_t slice = (uint64_t)groups[0] * groups[1];
    group[2] = (uint32_t)(ticket / slice);
    tile_position(ticket % slice, groups[0], groups[1], order.tile, &group[0], &group[1]);
}

static void order_tile_y(Order order, const uint32_t groups[3], uint64_t ticket, uint32_t group[3])
{
    uint64_t slice = (uint64_t)groups[0] * groups[1];
    group[2] = (uint32_t)(ticket / slice);
    tile_position(ticket % slice, groups[1], groups[0], order.tile, &group[1], &group[0]);
}

/* How much of [start, start + length) lies inside [0, size). */
static uint64_t clipped(uint64_t start, uint64_t length, uint64_t size)
{
    if (start >= size)
        return 0;
    return size - start < length ? size - start : length;
}

/* Moves corner to the octant of a cube of 2 * edge in which the ticket lies, and takes the
 * groups of the octants before it off the ticket. */
static void enter_octant(const uint32_t groups[3], uint64_t edge, uint64_t corner[3],
                         uint64_t *ticket)
{
    uint64_t inside[3][2]; /* groups along each axis in its lower and its upper half */
    for (unsigned axis = 0; axis < 3; axis++)
        for (unsigned half = 0; half < 2; half++)
            inside[axis][half] = clipped(corner[axis] + half * edge, edge, groups[axis]);
    for (unsigned octant = 0; octant < 8; octant++) {
        unsigned x = octant & 1, y = octant >> 1 & 1, z = octant >> 2;
        uint64_t count = inside[0][x] * inside[1][y] * inside[2][z];
        if (*ticket < count) {
            corner[0] += x * edge;
            corner[1] += y * edge;
            corner[2] += z * edge;
            return;
        }
        *ticket -= count;
    }
}

/* Morton's curve over the smallest cube of a power of two that holds the grid, with the groups
 * outside the grid left out. Going down from the cube to its octants, the number of groups in
 * each is known, so the ticket says which octant to enter. */
static void order_morton(Order order, const uint32_t groups[3], uint64_t ticket, uint32_t group[3])
{
    (void)order;
    uint32_t largest = groups[0] > groups[1] ? groups[0] : groups[1];
    largest = largest > groups[2] ? largest : groups[2];
    uint64_t edge = 1, corner[3] = {0, 0, 0};
    while (edge < largest)
        edge *= 2;
    for (edge /= 2; edge; edge /= 2)
        enter_octant(groups, edge, corner, &ticket);
    for (unsigned axis = 0; axis < 3; axis++)
        group[axis] = (uint32_t)corner[axis];
}

typedef struct OrderInfo {
    const char *name; /* a number follows where it ends in a colon; NULL: not typed */
    void (*group)(Order order, const uint32_t groups[3], uint64_t ticket, uint32_t group[3]);
} OrderInfo;

static void order_band(Order order, const uint32_t groups[3], uint64_t ticket, uint32_t group[3]);

static const OrderInfo orders[] = {
    [ORDER_LINEAR] = {"linear", order_linear},
    [ORDER_TILE_X] = {"tile-x:", order_tile_x},
    [ORDER_TILE_Y] = {"tile-y:", order_tile_y},
    [ORDER_MORTON] = {"morton", order_morton},
    [ORDER_AUTO] = {"auto", order_linear},
    [ORDER_BAND] = {NULL, order_band},
};

static void order_band(Order order, const uint32_t groups[3], uint64_t ticket, uint32_t group[3])
{
    orders[order.inside].group(order, groups, ticket, group);
    group[1] += order.first_row;
}

void host_order_group(Order order, const uint32_t groups[3], uint64_t ticket, uint32_t group[3])
{
    orders[order.kind].group(order, groups, ticket, group);
}

bool host_parse_order(Report *report, const char *text, Order *order)
{
    for (size_t i = 0; i < ORDER_BAND; i++) {
        size_t length = strlen(orders[i].name);
        bool takes_tile = orders[i].name[length - 1] == ':';
        uint64_t tile = 1;
        const char *end = text + length;
        if (strncmp(text, orders[i].name, length) != 0)
            continue;
        if (takes_tile && (!host_parse_count(text + length, &end, UINT32_MAX, &tile) || !tile))
            break;
        if (*end)
            break;
        *order = (Order){.kind = i, .tile = (uint32_t)tile};
        return true;
    }
    return host_fail(report,
                     "unknown order '%.60s'; there are: linear, tile-x:N, tile-y:N, morton, auto "
                     "(N groups, at least 1)",
                     text);
}

void host_spell_order(Order order, char text[32])
{
    const char *name = orders[order.kind].name;
    if (name[strlen(name) - 1] == ':')
        snprintf(text, 32, "%s%u", name, order.tile);
    else
        snprintf(text, 32, "%s", name);
}

/* ---- schedules ---- */

bool host_parse_schedule(Report *report, const char *text, Schedule *schedule)
{
    const char *end;
    uint64_t seed = 0;
    if (!strcmp(text, "forward") || !strcmp(text, "reverse")) {
        *schedule = (Schedule){text[0] == 'f' ? WCC_FORWARD : WCC_REVERSE, 0};
        return true;
    }
    if (strncmp(text, "random:", 7) != 0 || !host_parse_count(text + 7, &end, UINT32_MAX, &seed) ||
        *end)
        return host_fail(report,
                         "unknown schedule '%.60s'; there are: forward, reverse, random:SEED",
                         text);
    *schedule = (Schedule){WCC_RANDOM, (uint32_t)seed};
    return true;
}

const char *host_spell_schedule(Schedule schedule, char text[32])
{
    static const char *const names[] = {
        [WCC_FORWARD] = "forward", [WCC_REVERSE] = "reverse", [WCC_RANDOM] = "random"};
    if (schedule.kind == WCC_RANDOM)
        snprintf(text, 32, "random:%u", schedule.seed);
    else
        snprintf(text, 32, "%s", names[schedule.kind]);
    return text;
}

static uint32_t mix(uint32_t x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

/* A Feistel network over the smallest even number of bits that holds the tickets; what falls
 * outside goes through again until it falls inside. */
static uint64_t random_ticket(uint32_t seed, uint64_t total, uint64_t ticket)
{
    unsigned half = 1;
    while (half < 31 && (uint64_t)1 << 2 * half < total)
        half++;
    uint32_t mask = (1u << half) - 1;
    if (total > (uint64_t)1 << 2 * half)
        return ticket;
    do {
        uint32_t left = (uint32_t)(ticket >> half), right = (uint32_t)ticket & mask;
        for (uint32_t round = 0; round < 4; round++) {
            uint32_t next = left ^ (mix(right + mix(seed + round * 0x9e3779b9u)) & mask);
            left = right;
            right = next;
        }
        ticket = (uint64_t)left << half | right;
    } while (ticket >= total);
    return ticket;
}

uint64_t host_schedule_ticket(Schedule schedule, uint64_t total, uint64_t ticket)
{
    if (schedule.kind == WCC_REVERSE)
        return total - 1 - ticket;
    return schedule.kind == WCC_RANDOM ? random_ticket(schedule.seed, total, ticket) : ticket;
}
