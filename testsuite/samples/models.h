/* models: what each sample computes, as plain scalar C that knows nothing of groups, waves or lanes. The
 * tests compare the compiled shaders with them, and the benchmark races some. Pictures and matrices are
 * row after row. */
#ifndef WAVECC_MODELS_H
#define WAVECC_MODELS_H

#include <stdint.h>

typedef struct Pixel {
    float red, green, blue, alpha;
} Pixel;

/* vecadd.hlsl: struct Data. */
typedef struct VecAddData {
    float v1[3];
    float v2[2];
} VecAddData;

typedef struct Particle {
    float position[3], velocity[3], acceleration[3];
} Particle;

typedef struct WaveConstants {
    float previous, current, neighbours;
} WaveConstants;

/* thread_ids.hlsl: struct ThreadIDs. */
typedef struct ThreadIDs {
    uint32_t group[3], group_thread[3], dispatch_thread[3], group_index;
} ThreadIDs;

typedef struct Body {
    float x, y, z, mass; /* of a velocity: the last is unused */
} Body;

/* solver.hlsl: a particle, and what holds two of them together; rest < 0: no link. */
typedef struct Knot {
    float x, y, z, inverse_mass;
} Knot;
typedef struct Link {
    uint32_t a, b;
    float rest;
} Link;

typedef struct View {
    float centre[2];
    float scale; /* width of a pixel */
    uint32_t max_iterations;
} View;

void texture_sum_model(const Pixel *a, const Pixel *b, Pixel *sum, int width, int height);
void vecadd_model(const VecAddData *a, const VecAddData *b, VecAddData *sum, int count);
/* One pass over the picture; weights[0 .. 2 * radius]. */
void blur_rows_model(const Pixel *in, Pixel *out, int width, int height, int radius, const float *weights);
void blur_columns_model(const Pixel *in, Pixel *out, int width, int height, int radius, const float *weights);
void wave_update_model(const float *previous, const float *current, float *next, int width, int height, WaveConstants constants);
void wave_disturb_model(float *current, int width, int height, int x, int y, float magnitude);
void particles_model(const Particle *in, Particle *out, int count, float time_step);
/* All threads of a dispatch of groups_x * groups_y groups of side * side threads, in rows of the dispatch. */
void thread_ids_model(ThreadIDs *ids, int groups_x, int groups_y, int side);
/* Maximum in the upper, minimum in the lower 16 bits, both as half floats. The depths are multiples of
 * 1/1024 in 0..1, which half floats hold exactly; width and height are multiples of tile. */
void tile_minmax_model(const float *depth, uint32_t *tiles, int width, int height, int tile);

/* 3 x 3 sums, 0 outside. */
void border_loads_model(const uint32_t *image, uint32_t *result, int width, int height);
void matmul_model(const float *a, const float *b, float *c, int rows, int columns, int inner);
void nbody_model(const Body *positions, const Body *velocities, Body *new_positions, Body *new_velocities, int count,
                 float time_step, float softening_squared, float damping);
/* Sums modulo 2^32. */
uint32_t reduce_model(const uint32_t *values, int count);
/* sums[i] = values[0] + ... + values[i]. */
void scan_model(const uint32_t *values, uint32_t *sums, int count);
/* Sorts each run of `run` keys; count is a multiple of it. */
void bitonic_sort_model(uint32_t *keys, int count, int run);
void sharpen_model(const Pixel *in, Pixel *out, int width, int height, float amount);
/* The largest of 3 x 3. */
void neighbourhood_model(const float *in, float *out, int width, int height);
void solver_model(const Link *links, int count, Knot *knots, int iterations, float stiffness);
void mandelbrot_model(uint32_t *iterations, int width, int height, View view);

#endif
