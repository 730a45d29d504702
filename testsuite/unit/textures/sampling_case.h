/* Random textures of every kind, samplers in every state and sample points, for the tests of this folder. */
#ifndef SAMPLING_CASE_H
#define SAMPLING_CASE_H
#pragma GCC diagnostic ignored "-Wpsabi"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* components that are not used */
#endif
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/evaluate_priv.h"
#include "test.h"

#include "wcc_abi.h"
#define LANES 4
#include "wcc_lanes.h"
#include "wcc_texture.h"
#include "wcc_sampling.h"
#undef LANES
#define LANES 8
#include "wcc_lanes.h"
#include "wcc_texture.h"
#include "wcc_sampling.h"
#undef LANES
#define LANES 16
#include "wcc_lanes.h"
#include "wcc_texture.h"
#include "wcc_sampling.h"
#undef LANES

enum { MOST_BYTES = 1 << 17, MOST_LEVELS = 5, LANES_OF_CASE = 16, CASES = 3000 };

/* ---- random numbers ---- */

static uint32_t state;

static uint32_t random_below(uint32_t count)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % count;
}

static float random_between(float low, float high) { return low + (high - low) * (float)random_below(1 << 16) / (1 << 16); }

/* ---- a case: one texture, one sampler, sixteen points ---- */

typedef struct Case {
    WccSampling sampling;
    WccResource texture;
    WccSampler sampler;
    WccLevel levels[MOST_LEVELS];
    IrEvalResource eval_texture;
    IrEvalSampler eval_sampler;
    IrEvalLevel eval_levels[MOST_LEVELS];
    IrResource declaration;
    uint8_t data[MOST_BYTES + 64];
    uint32_t end; /* of the texels */
    float at[4][LANES_OF_CASE], along[2][3][LANES_OF_CASE], level[LANES_OF_CASE], reference[LANES_OF_CASE];
    int32_t by[3][LANES_OF_CASE];
    float least;
} Case;

static const struct { WccTexel texel; IrScalar scalar; uint32_t bytes; } TEXELS[] = {
    {WCC_TEXEL_F32, IR_F32, 4}, {WCC_TEXEL_F16, IR_F16, 2}, {WCC_TEXEL_I32, IR_I32, 4}, {WCC_TEXEL_I16, IR_I16, 2},
};

static uint32_t at_least_one(uint32_t size) { return size ? size : 1; }

static void make_levels(Case *c)
{
    uint32_t offset = 0;
    WccResource *t = &c->texture;
    for (uint32_t i = 0; i < t->mips; i++) {
        uint32_t row = at_least_one(t->width >> i) * t->stride + 8 * random_below(2);
        uint32_t rows = c->sampling.axes > 1 ? at_least_one(t->height >> i) : 1;
        uint32_t slices = c->sampling.axes == 3 ? at_least_one(t->depth >> i) : t->depth;
        c->levels[i] = (WccLevel){offset, row, row * rows};
        c->eval_levels[i] = (IrEvalLevel){offset, row, row * rows};
        offset += row * rows * slices;
    }
    assert_true(offset <= MOST_BYTES);
    c->end = offset;
    t->row_pitch = c->levels[0].row_pitch;
    t->slice_pitch = c->levels[0].slice_pitch;
    t->levels = c->levels;
}

/* Floats of 0 .. 1, integers of 0 .. 65534; what is no texel is all ones, which none of them is. */
static void fill(Case *c)
{
    IrScalar scalar = c->declaration.element.scalar;
    uint32_t bytes = c->texture.stride / (uint32_t)c->sampling.components;
    memset(c->data, 0xff, sizeof c->data);
    for (uint32_t i = 0; i < c->texture.mips; i++) {
        uint32_t width = at_least_one(c->texture.width >> i), end = i + 1 < c->texture.mips ? c->levels[i + 1].offset : c->end;
        for (uint32_t at = c->levels[i].offset; at < end; at += bytes) {
            double value = random_below(16) ? random_below(256) / 255.0 : -0.0;
            uint64_t bits = op_scalar_is_float(scalar) ? op_double_to_bits(scalar, value) : random_below(65535);
            if ((at - c->levels[i].offset) % c->levels[i].row_pitch < width * c->texture.stride)
                memcpy(c->data + at, &bits, bytes);
        }
    }
}

static void make_texture(Case *c)
{
    int kind = (int)random_below(7), texel = random_below(3) ? 0 : (int)random_below(4);
    bool is_cube = kind >= 5, is_array = kind == 1 || kind == 3 || kind == 6;
    int axes = kind < 2 ? 1 : kind == 4 ? 3 : 2, components = 1 + (int)random_below(4);
    uint32_t most = axes == 3 ? 9 : 20, width = 1 + random_below(random_below(2) ? most : 2 * most), height = axes > 1 ? 1 + random_below(most) : 1;
    c->texture = (WccResource){.data = c->data, .width = width, .height = is_cube ? width : height, .depth = 1, .mips = 1 + random_below(MOST_LEVELS)};
    c->texture.depth = axes == 3 ? 1 + random_below(9) : (is_array ? 1 + random_below(3) : 1) * (is_cube ? 6 : 1);
    if (is_cube && c->texture.width > 12)
        c->texture.width = c->texture.height = 12;
    c->texture.stride = TEXELS[texel].bytes * (uint32_t)components;
    c->sampling = (WccSampling){&c->texture, &c->sampler, axes, is_cube, is_array || is_cube, components, TEXELS[texel].texel};
    c->declaration = (IrResource){.shape = (IrResourceShape)(IR_SHAPE_TEX1D + axes - 1), .is_array = is_array || is_cube, .is_cube = is_cube,
                                  .element = {TEXELS[texel].scalar, (uint8_t)components}, .stride = c->texture.stride};
    make_levels(c);
    fill(c);
    const WccResource *t = &c->texture;
    c->eval_texture = (IrEvalResource){c->data, t->width, t->height, t->depth, t->mips, t->stride, t->row_pitch, t->slice_pitch, NULL, c->eval_levels};
}

static void make_sampler(Case *c)
{
    c->sampler = (WccSampler){(WccFilter)random_below(2), (WccFilter)random_below(2), (WccFilter)random_below(2),
                              {(WccAddress)random_below(5), (WccAddress)random_below(5), (WccAddress)random_below(5)},
                              (WccComparison)random_below(8), random_below(2) ? 0 : random_between(-1, 1), random_between(-3, 1),
                              random_between(0, 5), {1, 0.25f, 0, 0.5f}};
    const WccSampler *s = &c->sampler;
    c->eval_sampler = (IrEvalSampler){s->min_filter == WCC_LINEAR, s->mag_filter == WCC_LINEAR, s->mip_filter == WCC_LINEAR,
                                      {(IrEvalAddress)s->address[0], (IrEvalAddress)s->address[1], (IrEvalAddress)s->address[2]},
                                      (IrEvalComparison)s->comparison, s->mip_bias, s->min_lod, s->max_lod, {1, 0.25f, 0, 0.5f}};
}

static void make_points(Case *c)
{
    bool moves = random_below(2);
    c->least = random_below(2) ? 0 : random_between(0, 2);
    for (int lane = 0; lane < LANES_OF_CASE; lane++) {
        float reach = random_below(4) ? 1.2f : 6;
        for (int i = 0; i < 3; i++) {
            c->at[i][lane] = random_between(-reach, reach);
            c->by[i][lane] = moves && !c->sampling.is_cube ? (int32_t)random_below(16) - 8 : 0;
            c->along[0][i][lane] = random_between(-0.3f, 0.3f);
            c->along[1][i][lane] = random_between(-0.3f, 0.3f);
        }
        c->at[3][lane] = random_between(-1, 4);
        c->level[lane] = random_between(-2, 5);
        c->reference[lane] = random_between(0, 1);
    }
}

static Case *new_case(uint32_t seed)
{
    Case *c = calloc(1, sizeof *c);
    state = seed * 7919;
    make_texture(c);
    make_sampler(c);
    make_points(c);
    return c;
}
#endif
