/* Fourier transforms of 1024 complex numbers each: Stockham's steps with a table of roots. */
#include <math.h>
#include <string.h>

#include "../bench.h"

enum { POINTS = 1024, HALF = POINTS / 2, BATCH = SIZE(512, 4), COUNT = POINTS * BATCH };
typedef struct Complex {
    float re, im;
} Complex;
static Complex *signal, *spectrum, *result, *roots;

PLAIN void transform(const Complex *restrict in, Complex *restrict out, Complex *restrict scratch, const Complex *restrict root)
{
    Complex *from = scratch, *to = out; /* ten steps end in `out` when the first goes there */
    memcpy(scratch, in, POINTS * sizeof *in);
    for (int span = 1; span < POINTS; span *= 2) {
        for (int block = 0; block < HALF; block += span)
            for (int k = 0; k < span; k++) {
                Complex a = from[block + k], c = from[block + k + HALF], w = root[k * (HALF / span)];
                Complex b = {w.re * c.re - w.im * c.im, w.re * c.im + w.im * c.re};
                to[2 * block + k] = (Complex){a.re + b.re, a.im + b.im};
                to[2 * block + k + span] = (Complex){a.re - b.re, a.im - b.im};
            }
        Complex *other = from;
        from = to;
        to = other;
    }
    if (from != out)
        memcpy(out, from, POINTS * sizeof *out);
}

static void prepare(Kernels *kernels)
{
    signal = (Complex *)new_noise(COUNT * 2);
    spectrum = new_memory(COUNT * sizeof *spectrum);
    result = new_memory(COUNT * sizeof *result);
    roots = new_memory(HALF * sizeof *roots);
    for (int i = 0; i < HALF; i++) {
        double angle = -3.14159265358979 * i / HALF;
        roots[i] = (Complex){(float)cos(angle), (float)sin(angle)};
    }
    bind_buffer(kernels, "gSignal", signal, COUNT, 8);
    bind_buffer(kernels, "gSpectrum", result, COUNT, 8);
}

static void plain(void)
{
    Complex scratch[POINTS];
    for (int i = 0; i < COUNT; i += POINTS)
        transform(signal + i, spectrum + i, scratch, roots);
}

static void kernel(Kernels *kernels) { run(kernels, "ForwardCS", BATCH, 1, 1); }
static double difference(void) { return largest_difference(&spectrum->re, &result->re, COUNT * 2); }

const Contest contests[] = {{"FFT of 1024 in groupshared, 512 times", prepare, plain, kernel, difference, 1e-2, 5.0 * COUNT * 10}, {0}};
