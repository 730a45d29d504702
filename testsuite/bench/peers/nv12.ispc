// arguments: gWidth gHeight gChroma gFrame gPixels
static inline unsigned int rgba(int luma, float red, float green, float blue)
{
    float c = 1.164f * (luma - 16);
    int r = (int)(clamp(c + red, 0.0f, 255.0f) + 0.5f), g = (int)(clamp(c + green, 0.0f, 255.0f) + 0.5f);
    int b = (int)(clamp(c + blue, 0.0f, 255.0f) + 0.5f);
    return r | (g << 8) | (b << 16) | 0xff000000;
}

// A lane takes 2 x 2 pixels, which share a pair of chroma, and stores two side by side as one number.
export void UnpackCS(void *uniform arguments[])
{
    const uniform int width = ((uniform int *uniform)arguments[0])[0];
    const uniform int height = ((uniform int *uniform)arguments[1])[0];
    const uniform int chroma = ((uniform int *uniform)arguments[2])[0];
    const uniform int pairs = width / 2;
    const uniform unsigned int16 *uniform frame = (uniform unsigned int16 *uniform)arguments[3];
    uniform unsigned int64 *uniform pixels = (uniform unsigned int64 *uniform)arguments[4];
    for (uniform int y = 0; y < height; y += 2)
        foreach (k = 0 ... pairs) {
            int uv = frame[chroma / 2 + y / 2 * pairs + k];
            float u = (uv & 255) - 128, v = (uv >> 8) - 128;
            float red = 1.596f * v, green = -0.392f * u - 0.813f * v, blue = 2.017f * u;
            for (uniform int row = y; row < y + 2; ++row) {
                int luma = frame[row * pairs + k];
                unsigned int64 left = rgba(luma & 255, red, green, blue), right = rgba(luma >> 8, red, green, blue);
                pixels[row * pairs + k] = left | (right << 32);
            }
        }
}
