/* Kernels written by hand in the shape that emit gives them, and what tests of the command line need. */
#ifndef WAVECC_TEST_KERNELS_H
#define WAVECC_TEST_KERNELS_H

#include <string.h>

#include "files.h"
#include "program/program.h"
#include "test.h"

/* Resources:
 *   gInput    Texture2D<float4>        t0          gOutput   RWTexture2D<float4>       u0
 *   gItems    StructuredBuffer<Item>   t1          gResults  RWStructuredBuffer<Item>  u1   Item: float3 v; uint id; float2 w[1]
 *   gNumbers  Buffer<uint>             t2          gCounts   RWBuffer<uint>            u2
 *   gBytes    ByteAddressBuffer        t3,space2   gKept     AppendStructuredBuffer<uint> u3
 *   cbScale   b0: float gain (default 1), float3 bias, row_major float2x2 m, int steps[3]
 *   gMaps     Texture2D<float>[2]      t8..t9
 *   gVolume   RWTexture3D<uint>        u4
 * Entry points:
 *   ScaleCS   8,8,1   gOutput[p] = gInput[p] * gain + bias        wave sizes 32, 4
 *   ItemsCS   4,1,1   gResults[i] = gItems[i], v doubled, id + 1
 *   CountCS   1,1,1   gCounts[group index] += 1 + gNumbers[group index]
 *   KeepCS    4,1,1   appends the odd ones of gNumbers to gKept
 *   SleepCS   1,1,1   takes 100 ms a group
 *   SpinCS   1,1,1   never ends
 *   VolumeCS  1,1,1   gVolume[p] = 100 z + 10 y + x
 *   BothCS    1,1,1   what CountCS and VolumeCS do
 *   AloneCS   1,1,1   gCounts[x] = whether atomics need no lock */
extern const WccModule sample_module;

/* What a command line printed and gave. */
typedef struct Outcome {
    int status;
    char out[8192], err[8192];
} Outcome;

/* Runs "kernels ARGUMENTS"; words are separated by single spaces. */
Outcome run_command(const char *arguments);
/* It goes well, says nothing on standard error and prints this. */
void expect_printed(const char *arguments, const char *wanted);
/* It fails as bad usage, with this in its message. */
void expect_refused(const char *arguments, const char *error);
/* A file of test_path. */
void expect_file(const char *name, const char *wanted);

/* A path in the folder of these tests' files; valid until the sixteenth call after this one. */
const char *test_path(const char *name);

#define assert_contains(text, part) \
    do {                            \
        if (!strstr(text, part))    \
            fail_msg("'%s' is not in:\n%s", part, text); \
    } while (0)

#endif
