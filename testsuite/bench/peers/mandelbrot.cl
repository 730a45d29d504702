/* samples/mandelbrot's IterationsCS. */
kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void IterationsCS(float2 gCentre, float gScale, uint gMaxIterations, global uint *gIterations, uint gIterations_width,
                  uint gIterations_height, uint gIterations_pitch)
{
    uint x = get_global_id(0), y = get_global_id(1);
    float2 size = (float2)(gIterations_width, gIterations_height);
    float2 c = gCentre + ((float2)(x, y) + 0.5f - 0.5f * size) * gScale;
    float2 z = c;
    uint i = 0;
    for (; i < gMaxIterations; ++i) {
        float2 squares = z * z;
        if (squares.x + squares.y > 4)
            break;
        z = (float2)(squares.x - squares.y, 2 * z.x * z.y) + c;
    }
    gIterations[y * gIterations_pitch + x] = i;
}
