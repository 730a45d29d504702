// arguments: gCentre gScale gMaxIterations gIterations gIterations_width gIterations_height gIterations_pitch
export void IterationsCS(void *uniform arguments[])
{
    const uniform float *uniform centre = (uniform float *uniform)arguments[0];
    const uniform float scale = ((uniform float *uniform)arguments[1])[0];
    const uniform int limit = ((uniform int *uniform)arguments[2])[0];
    uniform int *uniform iterations = (uniform int *uniform)arguments[3];
    const uniform int width = ((uniform int *uniform)arguments[4])[0];
    const uniform int height = ((uniform int *uniform)arguments[5])[0];
    const uniform int pitch = ((uniform int *uniform)arguments[6])[0];
    foreach (y = 0 ... height, x = 0 ... width) {
        float real = centre[0] + (x + 0.5f - 0.5f * width) * scale;
        float imaginary = centre[1] + (y + 0.5f - 0.5f * height) * scale;
        float re = real, im = imaginary;
        int i;
        for (i = 0; i < limit; ++i) {
            if (re * re + im * im > 4)
                break;
            float next = re * re - im * im;
            im = 2 * re * im + imaginary;
            re = next + real;
        }
        iterations[y * pitch + x] = i;
    }
}
