/* A sphere tracer. */
#include <math.h>

#include "../bench.h"

enum { WIDTH = SIZE(256, 32), HEIGHT = SIZE(128, 16) };
static const float TIME = 0.7f;
typedef struct Vector {
    float x, y, z;
} Vector;
static float *image;
static WccResource result;

static inline float saturate(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }
static inline float mix(float a, float b, float t) { return a + t * (b - a); }
static inline Vector along(Vector from, float t, Vector way) { return (Vector){from.x + t * way.x, from.y + t * way.y, from.z + t * way.z}; }
static inline float dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static inline Vector normalized(Vector v)
{
    float scale = 1 / sqrtf(dot(v, v));
    return (Vector){v.x * scale, v.y * scale, v.z * scale};
}

static inline float smooth_min(float a, float b, float k)
{
    float h = saturate(0.5f + 0.5f * (b - a) / k);
    return mix(b, a, h) - k * h * (1 - h);
}

static inline float wrapped(float x)
{
    x = x * 0.25f + 0.5f;
    return (x - floorf(x)) * 4 - 2;
}

static inline float distance(Vector p)
{
    Vector q = {wrapped(p.x), p.y, wrapped(p.z)};
    float ring_x = sqrtf(q.x * q.x + q.z * q.z) - 1.2f, ring_y = q.y + 0.3f;
    float ball = sqrtf(dot(q, q)) - 0.9f, ring = sqrtf(ring_x * ring_x + ring_y * ring_y) - 0.2f;
    return fminf(smooth_min(ball, ring, 0.3f), p.y + 1);
}

static Vector normal(Vector p)
{
    const float e = 0.001f;
    return normalized((Vector){distance((Vector){p.x + e, p.y, p.z}) - distance((Vector){p.x - e, p.y, p.z}),
                               distance((Vector){p.x, p.y + e, p.z}) - distance((Vector){p.x, p.y - e, p.z}),
                               distance((Vector){p.x, p.y, p.z + e}) - distance((Vector){p.x, p.y, p.z - e})});
}

static float shadow(Vector from, Vector towards)
{
    float lit = 1, t = 0.02f;
    for (int i = 0; i < 32 && t < 8; i++) {
        float d = distance(along(from, t, towards));
        if (d < 0.001f)
            return 0;
        lit = fminf(lit, 8 * d / t);
        t += d;
    }
    return lit;
}

static Vector lit_surface(Vector p, Vector sky, float t)
{
    Vector n = normal(p), sun = normalized((Vector){0.6f, 0.8f, -0.4f});
    float light = saturate(dot(n, sun));
    if (light > 0)
        light *= shadow(along(p, 0.01f, n), sun);
    Vector surface = p.y < -0.99f ? (Vector){0.4f, 0.4f, 0.35f} : (Vector){0.9f, 0.5f, 0.2f};
    float scale = 0.2f + 0.8f * light, fog = 1 - expf(-0.004f * t * t);
    return (Vector){mix(surface.x * scale, sky.x, fog), mix(surface.y * scale, sky.y, fog), mix(surface.z * scale, sky.z, fog)};
}

static Vector pixel(float x, float y, float width, float height, float time)
{
    Vector eye = {time, 1.5f, -4};
    Vector ray = normalized((Vector){(2 * (x + 0.5f) - width) / height, (2 * (y + 0.5f) - height) / height - 0.3f, 1.6f});
    float t = 0, dim = 0.4f * fmaxf(ray.y, 0);
    Vector sky = {0.6f - dim, 0.7f - dim, 0.9f - dim};
    for (int i = 0; i < 96 && t <= 30; i++) {
        float d = distance(along(eye, t, ray));
        if (d < 0.001f * t)
            return lit_surface(along(eye, t, ray), sky, t);
        t += d;
    }
    return sky;
}

PLAIN void march(float *restrict out, int width, int height, float time)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            Vector colour = pixel((float)x, (float)y, (float)width, (float)height, time);
            float *to = out + (y * width + x) * 4;
            to[0] = sqrtf(colour.x);
            to[1] = sqrtf(colour.y);
            to[2] = sqrtf(colour.z);
            to[3] = 1;
        }
}

static void prepare(Kernels *kernels)
{
    float size[2] = {WIDTH, HEIGHT};
    image = new_floats(WIDTH * HEIGHT * 4);
    result = bind_texture(kernels, "gImage", NULL, WIDTH, HEIGHT, 16);
    set(kernels, "gSize", size, sizeof size);
    set_float(kernels, "gTime", TIME);
}

static void plain(void) { march(image, WIDTH, HEIGHT, TIME); }
static void kernel(Kernels *kernels) { run(kernels, "MarchCS", WIDTH / 8, HEIGHT / 8, 1); }

/* The part of channels that differ visibly: at the edges of things a ray may hit or miss. */
static double difference(void) { return texture_floats_apart(&result, image, 0.02f) / (WIDTH * HEIGHT * 4); }

const Contest contests[] = {{"sphere tracer 256x128, soft shadows", prepare, plain, kernel, difference, 0.01}, {0}};
