/* Rays against a tree of boxes with balls in its leaves. */
#include <math.h>
#include <stdlib.h>

#include "../bench.h"

enum { WIDTH = SIZE(256, 32), HEIGHT = SIZE(192, 16), BALLS = SIZE(16384, 512), LEAF = 4, STACK = 32 };
static const float FAR = 1e30f;
typedef struct Vector {
    float x, y, z;
} Vector;
typedef struct Ball {
    float centre[3], radius;
} Ball;
typedef struct Node {
    float least[3];
    uint32_t first;
    float most[3];
    uint32_t count;
} Node;
static const float EYE[3] = {0.5f, 0.5f, -1};
static Ball *balls;
static Node *nodes;
static uint32_t node_count;
static float *distances, *result;

/* ---- the tree: halves of the balls along the longest side ---- */

static int sort_axis;

static int by_centre(const void *left, const void *right)
{
    float a = ((const Ball *)left)->centre[sort_axis], b = ((const Ball *)right)->centre[sort_axis];
    return (a > b) - (a < b);
}

static void surround(Node *node, uint32_t first, uint32_t count)
{
    for (int axis = 0; axis < 3; axis++) {
        node->least[axis] = FAR;
        node->most[axis] = -FAR;
        for (uint32_t i = first; i < first + count; i++) {
            node->least[axis] = fminf(node->least[axis], balls[i].centre[axis] - balls[i].radius);
            node->most[axis] = fmaxf(node->most[axis], balls[i].centre[axis] + balls[i].radius);
        }
    }
}

static int longest_axis(const Node *node)
{
    int longest = 0;
    for (int axis = 1; axis < 3; axis++)
        if (node->most[axis] - node->least[axis] > node->most[longest] - node->least[longest])
            longest = axis;
    return longest;
}

static void build(uint32_t place, uint32_t first, uint32_t count)
{
    Node *node = &nodes[place];
    surround(node, first, count);
    if (count <= LEAF) {
        node->first = first;
        node->count = count;
        return;
    }
    sort_axis = longest_axis(node);
    qsort(balls + first, count, sizeof *balls, by_centre);
    uint32_t children = node_count;
    node_count += 2;
    node->first = children;
    build(children, first, count / 2);
    build(children + 1, first + count / 2, count - count / 2);
}

/* ---- the plain C ---- */

static inline float hit_box(const float *eye, const float *inverse, const Node *node, float nearest)
{
    float enter = 0, leave = nearest;
    for (int axis = 0; axis < 3; axis++) {
        float a = (node->least[axis] - eye[axis]) * inverse[axis], b = (node->most[axis] - eye[axis]) * inverse[axis];
        enter = fmaxf(enter, fminf(a, b));
        leave = fminf(leave, fmaxf(a, b));
    }
    return enter <= leave ? enter : FAR;
}

static inline float hit_ball(const float *eye, const float *ray, const Ball *ball)
{
    float offset[3], along = 0, d = ball->radius * ball->radius;
    for (int axis = 0; axis < 3; axis++) {
        offset[axis] = eye[axis] - ball->centre[axis];
        along += offset[axis] * ray[axis];
    }
    for (int axis = 0; axis < 3; axis++) {
        float aside = offset[axis] - along * ray[axis];
        d -= aside * aside;
    }
    if (d < 0)
        return FAR;
    float t = -along - sqrtf(d);
    return t > 0 ? t : FAR;
}

static float trace(const Node *tree, const Ball *ball, const float *eye, const float *ray)
{
    float inverse[3] = {1 / ray[0], 1 / ray[1], 1 / ray[2]}, nearest = FAR;
    uint32_t stack[STACK], top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const Node *node = &tree[stack[--top]];
        if (node->count > 0) {
            for (uint32_t i = 0; i < node->count; i++)
                nearest = fminf(nearest, hit_ball(eye, ray, &ball[node->first + i]));
            continue;
        }
        float left = hit_box(eye, inverse, &tree[node->first], nearest), right = hit_box(eye, inverse, &tree[node->first + 1], nearest);
        if (fmaxf(left, right) < FAR)
            stack[top++] = node->first + !(right < left);
        if (fminf(left, right) < FAR)
            stack[top++] = node->first + (right < left);
    }
    return nearest;
}

PLAIN void trace_all(const Node *tree, const Ball *ball, const float *eye, float *restrict out, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float rx = ((float)x + 0.5f) / (float)width - 0.5f, ry = ((float)y + 0.5f) / (float)height - 0.5f;
            float scale = 1 / sqrtf(rx * rx + ry * ry + 1), ray[3] = {rx * scale, ry * scale, scale};
            out[y * width + x] = trace(tree, ball, eye, ray);
        }
}

static void prepare(Kernels *kernels)
{
    balls = (Ball *)new_noise(BALLS * 4);
    for (int i = 0; i < BALLS; i++)
        balls[i].radius *= 0.01f;
    nodes = new_memory(2 * BALLS * sizeof *nodes);
    node_count = 1;
    build(0, 0, BALLS);
    distances = new_floats(WIDTH * HEIGHT);
    result = new_floats(WIDTH * HEIGHT);
    bind_buffer(kernels, "gNodes", nodes, node_count, sizeof *nodes);
    bind_buffer(kernels, "gBalls", balls, BALLS, sizeof *balls);
    bind_buffer(kernels, "gDistances", result, WIDTH * HEIGHT, 4);
    set(kernels, "gEye", EYE, sizeof EYE);
    set_int(kernels, "gWidth", WIDTH);
    set_int(kernels, "gHeight", HEIGHT);
}

static void plain(void) { trace_all(nodes, balls, EYE, distances, WIDTH, HEIGHT); }
static void kernel(Kernels *kernels) { run(kernels, "TraceCS", WIDTH / 8, HEIGHT / 4, 1); }

/* The part of rays that end elsewhere: some only just hit a ball. */
static double difference(void)
{
    int apart = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        apart += !(fabsf(distances[i] - result[i]) <= 1e-3f);
    return (double)apart / (WIDTH * HEIGHT);
}

const Contest contests[] = {{"tree traversal, stack of 32, 256x192 rays", prepare, plain, kernel, difference, 2e-3}, {0}};
