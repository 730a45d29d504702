/* Tiled shading: lights listed for each tile of 16 x 16 pixels. */
#include <math.h>

#include "../bench.h"

enum { TILE = 16, WIDTH = SIZE(1024, 64), HEIGHT = SIZE(512, 32), LIGHTS = SIZE(512, 100), MOST = 128 };
static const float SCALE = 0.7f;
typedef struct Light {
    float x, y, z, radius, red, green, blue, unused;
} Light;
static Light *lights;
static float *depths, *shaded;
static WccResource result;

static int reaches(const Light *light, const float *low, const float *high, float nearest, float farthest)
{
    return light->z + light->radius >= nearest && light->z - light->radius <= farthest && light->x + light->radius >= low[0] &&
           light->y + light->radius >= low[1] && light->x - light->radius <= high[0] && light->y - light->radius <= high[1];
}

static int list_lights(const Light *all, int count, const float *from, const float *to, float nearest, float farthest, int *list)
{
    float low[2], high[2];
    int listed = 0;
    for (int axis = 0; axis < 2; axis++) {
        low[axis] = fminf(from[axis] * nearest, from[axis] * farthest);
        high[axis] = fmaxf(to[axis] * nearest, to[axis] * farthest);
    }
    for (int i = 0; i < count && listed < MOST; i++)
        if (reaches(&all[i], low, high, nearest, farthest))
            list[listed++] = i;
    return listed;
}

static float place(int pixel, float offset, int size, float scale) { return (2 * ((float)pixel + offset) / (float)size - 1) * scale; }

PLAIN void shade(const float *restrict depth, const Light *restrict all, int count, float *restrict out, int width, int height, float scale)
{
    for (int ty = 0; ty < height; ty += TILE)
        for (int tx = 0; tx < width; tx += TILE) {
            float nearest = depth[ty * width + tx], farthest = nearest;
            for (int y = ty; y < ty + TILE; y++)
                for (int x = tx; x < tx + TILE; x++) {
                    nearest = fminf(nearest, depth[y * width + x]);
                    farthest = fmaxf(farthest, depth[y * width + x]);
                }
            float from[2] = {place(tx, 0, width, scale), place(ty, 0, height, scale)};
            float to[2] = {place(tx + TILE, 0, width, scale), place(ty + TILE, 0, height, scale)};
            int list[MOST], listed = list_lights(all, count, from, to, nearest, farthest, list);
            for (int y = ty; y < ty + TILE; y++)
                for (int x = tx; x < tx + TILE; x++) {
                    float z = depth[y * width + x], px = place(x, 0.5f, width, scale) * z, py = place(y, 0.5f, height, scale) * z;
                    float red = 0.05f, green = 0.05f, blue = 0.05f;
                    for (int i = 0; i < listed; i++) {
                        const Light *light = &all[list[i]];
                        float dx = light->x - px, dy = light->y - py, dz = light->z - z;
                        float fade = fmaxf(1 - (dx * dx + dy * dy + dz * dz) / (light->radius * light->radius), 0);
                        red += light->red * fade * fade;
                        green += light->green * fade * fade;
                        blue += light->blue * fade * fade;
                    }
                    float *to_pixel = out + 4 * (y * width + x);
                    to_pixel[0] = red;
                    to_pixel[1] = green;
                    to_pixel[2] = blue;
                    to_pixel[3] = 1;
                }
        }
}

static void prepare(Kernels *kernels)
{
    uint32_t size[2] = {WIDTH, HEIGHT};
    float *noise = new_noise(LIGHTS * 8);
    lights = (Light *)noise;
    for (int i = 0; i < LIGHTS; i++) {
        lights[i].z = 1 + 9 * lights[i].z;
        lights[i].x = (2 * lights[i].x - 1) * SCALE * lights[i].z;
        lights[i].y = (2 * lights[i].y - 1) * SCALE * lights[i].z;
        lights[i].radius = 0.3f + lights[i].radius;
    }
    depths = new_floats(WIDTH * HEIGHT);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            depths[y * WIDTH + x] = 5 + 3 * sinf((float)x * 0.01f) * cosf((float)y * 0.013f);
    shaded = new_floats(WIDTH * HEIGHT * 4);
    bind_texture(kernels, "gDepth", depths, WIDTH, HEIGHT, 4);
    bind_buffer(kernels, "gAll", lights, LIGHTS, sizeof *lights);
    result = bind_texture(kernels, "gShaded", NULL, WIDTH, HEIGHT, 16);
    set(kernels, "gSize", size, sizeof size);
    set_int(kernels, "gLights", LIGHTS);
    set_float(kernels, "gScale", SCALE);
}

static void plain(void) { shade(depths, lights, LIGHTS, shaded, WIDTH, HEIGHT, SCALE); }
static void kernel(Kernels *kernels) { run(kernels, "ShadeCS", WIDTH / TILE, HEIGHT / TILE, 1); }
static double difference(void) { return texture_difference(&result, shaded); }

const Contest contests[] = {{"tiled shading 1024x512, 512 lights", prepare, plain, kernel, difference, 1e-4}, {0}};
