// arguments: gCount gLevels gHistogram
#define BINS 256

// Each lane counts for itself.
export void CountCS(void *uniform arguments[])
{
    const uniform int count = ((uniform int *uniform)arguments[0])[0];
    const uniform unsigned int *uniform levels = (uniform unsigned int *uniform)arguments[1];
    uniform int *uniform histogram = (uniform int *uniform)arguments[2];
    int bins[BINS];
    for (uniform int bin = 0; bin < BINS; ++bin)
        bins[bin] = 0;
    foreach (i = 0 ... count)
        bins[min(levels[i], BINS - 1u)]++;
    for (uniform int bin = 0; bin < BINS; ++bin)
        histogram[bin] += reduce_add(bins[bin]);
}
