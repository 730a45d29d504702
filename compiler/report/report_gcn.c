/* How many groups a GCN compute unit holds at a time: S. Aaltonen, "Optimizing GPU occupancy and
 * resource usage with large thread groups", GPUOpen. */
#include "report.h"

enum {
    WAVE = 64, SIMDS = 4, MOST_WAVES = 10 /* a SIMD */,
    LANE_VGPRS = 256 /* a SIMD's 64 KiB over the 64 lanes of one wave */,
    UNIT_VGPRS = SIMDS * LANE_VGPRS * WAVE, LDS_BYTES = 65536
};

static int least(int a, int b) { return a < b ? a : b; }

GcnOccupancy gcn_occupancy(int vgprs, int threads, int64_t lds_bytes)
{
    int each = vgprs > 0 ? vgprs : 1, waves = (threads + WAVE - 1) / WAVE;
    int by_registers = SIMDS * (LANE_VGPRS / each) / waves;
    int by_waves = SIMDS * MOST_WAVES / waves;
    int by_lds = lds_bytes > 0 ? (int)(LDS_BYTES / lds_bytes) : by_waves;
    GcnOccupancy found = {.groups = least(least(by_registers, by_waves), by_lds)};
    found.waves = found.groups * waves;
    int idle = UNIT_VGPRS - found.waves * WAVE * vgprs;
    found.idle_permille = (int)(((int64_t)idle * 1000 + UNIT_VGPRS / 2) / UNIT_VGPRS);
    found.limit = found.groups == by_waves       ? "waves"
                  : found.groups == by_registers ? "vector registers"
                                                 : "groupshared memory";
    int more = least(found.groups + 1, by_waves);
    int simd_waves = (more * waves + SIMDS - 1) / SIMDS;
    found.vgprs_for_more = more > found.groups && more <= by_lds ? LANE_VGPRS / simd_waves : 0;
    return found;
}
