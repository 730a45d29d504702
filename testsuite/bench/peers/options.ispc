// arguments: gRate gPaths gOptions gPrices gPrices_width
static inline float uniform_of(unsigned int &state)
{
    state = state * 747796405u + 2891336453u;
    unsigned int word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
    return ((float)(int)(((word >> 22) ^ word) >> 8) + 0.5f) / 16777216.0f;
}

export void PriceCS(void *uniform arguments[])
{
    const uniform float rate = ((uniform float *uniform)arguments[0])[0];
    const uniform int paths = ((uniform int *uniform)arguments[1])[0];
    const uniform float<4> *uniform options = (uniform float<4> *uniform)arguments[2]; // spot, strike, years, volatility
    uniform float *uniform prices = (uniform float *uniform)arguments[3];
    const uniform int count = ((uniform int *uniform)arguments[4])[0];
    foreach (i = 0 ... count) {
        float<4> o = options[i];
        unsigned int state = (unsigned int)i * 9781u + 1u;
        float drift = (rate - 0.5f * o.w * o.w) * o.z, spread = o.w * sqrt(o.z), sum = 0;
        for (uniform int k = 0; k < paths; k += 2) {
            float radius = sqrt(-2 * log(uniform_of(state))), sine, cosine;
            sincos(6.2831853f * uniform_of(state), &sine, &cosine);
            sum += max(o.x * exp(drift + spread * radius * cosine) - o.y, 0.0f);
            sum += max(o.x * exp(drift + spread * radius * sine) - o.y, 0.0f);
        }
        prices[i] = exp(-rate * o.z) * sum / paths;
    }
}
