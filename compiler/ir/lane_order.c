/* Which thread of the group runs in which lane. Linear: thread i is lane i % W of wave i / W. The
 * others fill a table, from which the emitted code and the evaluator take a lane's thread ids:
 *
 *     quad      four lanes are 2 x 2 threads (Shader Model 6.6, where X and Y are even)
 *     tile      the lanes of a wave are a tile of threads, twice as wide as high or square
 *     random    any thread anywhere, from a seed
 *     quad rows linear; four lanes, two and two in rows of the group, are 2 x 2 threads
 *
 * Where a group's sides do not allow quads or tiles the order is linear. Extra waves come last and
 * are empty: they count, and run nothing. */
#include "ir/ir.h"

const char *ir_order_name(IrOrderKind kind)
{
    static const char *const NAMES[] = {[IR_ORDER_LINEAR] = "linear",
                                        [IR_ORDER_QUAD] = "quad",
                                        [IR_ORDER_TILE] = "tile",
                                        [IR_ORDER_RANDOM] = "random",
                                        [IR_ORDER_QUAD_ROWS] = "quad"};
    return NAMES[kind];
}

/* Threads by the order in which lanes take them: boxes of width x height along x, then y, then
 * z. */
static bool order_by_boxes(const IrKernel *kernel, uint32_t width, uint32_t height,
                           int32_t *threads)
{
    const uint32_t *sides = kernel->threads;
    uint32_t across = sides[0] / width, down = sides[1] / height, per_box = width * height;
    if (sides[0] % width != 0 || sides[1] % height != 0)
        return false;
    for (uint32_t i = 0; i < ir_group_size(kernel); i++) {
        uint32_t box = i / per_box, within = i % per_box;
        uint32_t x = box % across * width + within % width,
                 y = box / across % down * height + within / width, z = box / across / down;
        threads[i] = (int32_t)((z * sides[1] + y) * sides[0] + x);
    }
    return true;
}

static bool order_by_tiles(const IrKernel *kernel, int32_t *threads)
{
    uint32_t width = 1, wave_size = (uint32_t)kernel->wave_size;
    while (width * width < wave_size)
        width *= 2;
    return order_by_boxes(kernel, width, wave_size / width, threads);
}

static void shuffle(int32_t *threads, int count, uint32_t seed)
{
    uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    for (int i = count - 1; i > 0; i--) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        int other = (int)((state >> 33) % (uint64_t)(i + 1));
        int32_t kept = threads[i];
        threads[i] = threads[other];
        threads[other] = kept;
    }
}

static bool fill(const IrKernel *kernel, IrLaneOrder order, int32_t *threads, int lanes)
{
    for (int i = 0; i < lanes; i++)
        threads[i] = (uint32_t)i < ir_group_size(kernel) ? i : -1;
    switch (order.kind) {
    case IR_ORDER_QUAD: return order_by_boxes(kernel, 2, 2, threads);
    case IR_ORDER_TILE: return order_by_tiles(kernel, threads);
    case IR_ORDER_RANDOM: shuffle(threads, lanes, order.seed); return true;
    default: return false;
    }
}

void ir_order_lanes(IrKernel *kernel, IrLaneOrder order)
{
    int lanes = ir_running_lanes(kernel);
    int32_t *threads = ARENA_ARRAY(kernel->arena, int32_t, lanes);
    kernel->wave_count += order.extra_waves - kernel->order.extra_waves;
    kernel->order = order;
    kernel->thread_of_lane = fill(kernel, order, threads, lanes) ? threads : NULL;
}

bool ir_quads_fit_rows(const IrKernel *kernel)
{
    uint32_t across = kernel->threads[0], down = kernel->threads[1];
    return across % 2 == 0 && down % 2 == 0 && (across & (across - 1)) == 0 &&
           (uint32_t)kernel->wave_size % (2 * across) == 0;
}

int ir_lanes_down_quad(const IrKernel *kernel)
{
    return kernel->order.kind == IR_ORDER_QUAD_ROWS ? (int)kernel->threads[0] : 2;
}

int32_t ir_thread_of_lane(const IrKernel *kernel, int lane)
{
    if (lane >= ir_running_lanes(kernel)) /* the extra waves have none */
        return -1;
    if (kernel->thread_of_lane != NULL)
        return kernel->thread_of_lane[lane];
    return (uint32_t)lane < ir_group_size(kernel) ? lane : -1;
}

uint32_t ir_place_of_thread(const IrKernel *kernel, uint32_t thread, int axis)
{
    for (int i = 0; i < axis; i++)
        thread /= kernel->threads[i];
    return axis == 2 ? thread : thread % kernel->threads[axis];
}

int32_t ir_thread_on_axis(const IrKernel *kernel, int lane, int axis)
{
    int32_t thread = ir_thread_of_lane(kernel, lane);
    if (thread < 0 || axis > 2)
        return thread;
    return (int32_t)ir_place_of_thread(kernel, (uint32_t)thread, axis);
}
