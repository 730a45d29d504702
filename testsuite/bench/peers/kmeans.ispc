// arguments: gCount gPoints gCentres gNearest gSums
#define CENTRES 16

// Each lane sums up for itself.
export void AssignCS(void *uniform arguments[])
{
    const uniform int count = ((uniform int *uniform)arguments[0])[0];
    const uniform float *uniform points = (uniform float *uniform)arguments[1]; // x and y of each
    const uniform float *uniform centres = (uniform float *uniform)arguments[2];
    uniform int *uniform assigned = (uniform int *uniform)arguments[3];
    uniform int *uniform totals = (uniform int *uniform)arguments[4]; // x, y and count of each
    int x[CENTRES], y[CENTRES], counts[CENTRES];
    for (uniform int c = 0; c < CENTRES; ++c)
        x[c] = y[c] = counts[c] = 0;
    foreach (i = 0 ... count) {
        float px = points[2 * i], py = points[2 * i + 1], least = 1e30f;
        int nearest = 0;
        for (uniform int c = 0; c < CENTRES; ++c) {
            float dx = px - centres[2 * c], dy = py - centres[2 * c + 1];
            float distance2 = dx * dx + dy * dy;
            nearest = distance2 < least ? c : nearest;
            least = min(distance2, least);
        }
        assigned[i] = nearest;
        x[nearest] += (int)(px * 4096);
        y[nearest] += (int)(py * 4096);
        counts[nearest]++;
    }
    for (uniform int c = 0; c < CENTRES; ++c) {
        totals[3 * c] += reduce_add(x[c]);
        totals[3 * c + 1] += reduce_add(y[c]);
        totals[3 * c + 2] += reduce_add(counts[c]);
    }
}
