/* The votes of a picture's edges for lines. */
#include <math.h>
#include <string.h>

#include "../bench.h"

enum { EDGES = SIZE(20000, 512), ANGLES = 180, DISTANCES = 1500, VOTES = ANGLES * DISTANCES, SIDE = 512 };
static const float MIDDLE = DISTANCES / 2;
static uint32_t *edges, *votes, *result;
static float *normals;

PLAIN void vote(const uint32_t *restrict edge, const float *restrict normal, uint32_t *restrict out, int count, int angles, int distances, float middle)
{
    memset(out, 0, VOTES * sizeof *out);
    for (int i = 0; i < count; i++) {
        float x = (float)(edge[i] & 0xffff), y = (float)(edge[i] >> 16);
        for (int angle = 0; angle < angles; angle++)
            out[angle * distances + (int)rintf(x * normal[2 * angle] + y * normal[2 * angle + 1] + middle)]++;
    }
}

static void prepare(Kernels *kernels)
{
    edges = new_random_words(EDGES);
    for (int i = 0; i < EDGES; i++)
        edges[i] = edges[i] % SIDE | (edges[i] >> 9) % SIDE << 16;
    normals = new_floats(2 * ANGLES);
    for (int angle = 0; angle < ANGLES; angle++) {
        normals[2 * angle] = cosf((float)angle * 3.14159265f / ANGLES);
        normals[2 * angle + 1] = sinf((float)angle * 3.14159265f / ANGLES);
    }
    votes = new_words(VOTES);
    result = new_words(VOTES);
    bind_buffer(kernels, "gEdges", edges, EDGES, 4);
    bind_buffer(kernels, "gNormals", normals, ANGLES, 8);
    bind_buffer(kernels, "gVotes", result, VOTES, 4);
    set_int(kernels, "gEdgeCount", EDGES);
    set_int(kernels, "gAngles", ANGLES);
    set_int(kernels, "gDistances", DISTANCES);
    set_float(kernels, "gMiddle", MIDDLE);
}

static void plain(void) { vote(edges, normals, votes, EDGES, ANGLES, DISTANCES, MIDDLE); }

static void kernel(Kernels *kernels)
{
    memset(result, 0, VOTES * sizeof *result);
    run(kernels, "VoteCS", (EDGES + 63) / 64, 1, 1);
}

/* The part of cells that differ: a sum may be rounded otherwise. */
static double difference(void)
{
    int apart = 0;
    for (int i = 0; i < VOTES; i++)
        apart += votes[i] != result[i];
    return (double)apart / VOTES;
}

const Contest contests[] = {{"votes of 20,000 edges for lines", prepare, plain, kernel, difference, 1e-2}, {0}};
