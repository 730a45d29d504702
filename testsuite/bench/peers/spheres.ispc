// arguments: gSize gTime gImage gImage_pitch
typedef float<3> float3;

static inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline float3 normalized(float3 v) { return v * rsqrt(dot(v, v)); }
static inline float mix(float a, float b, float t) { return a + t * (b - a); }

static inline float smooth_min(float a, float b, uniform float k)
{
    float h = clamp(0.5f + 0.5f * (b - a) / k, 0.0f, 1.0f);
    return mix(b, a, h) - k * h * (1 - h);
}

static inline float wrapped(float x)
{
    x = x * 0.25f + 0.5f;
    return (x - floor(x)) * 4 - 2;
}

static inline float distance(float3 p)
{
    float x = wrapped(p.x), z = wrapped(p.z);
    float across = x * x + z * z;
    float ring_x = sqrt(across) - 1.2f, ring_y = p.y + 0.3f;
    float ball = sqrt(across + p.y * p.y) - 0.9f, ring = sqrt(ring_x * ring_x + ring_y * ring_y) - 0.2f;
    return min(smooth_min(ball, ring, 0.3f), p.y + 1);
}

static inline float3 normal(float3 p)
{
    const uniform float<3> x = {0.001f, 0, 0}, y = {0, 0.001f, 0}, z = {0, 0, 0.001f};
    float3 slope = {distance(p + x) - distance(p - x), distance(p + y) - distance(p - y), distance(p + z) - distance(p - z)};
    return normalized(slope);
}

static inline float shadow(float3 from, uniform float<3> towards)
{
    float lit = 1, t = 0.02f;
    for (uniform int i = 0; i < 32; ++i) {
        if (t >= 8)
            break;
        float d = distance(from + t * towards);
        if (d < 0.001f)
            return 0;
        lit = min(lit, 8 * d / t);
        t += d;
    }
    return lit;
}

static inline float3 lit_surface(float3 p, float3 sky, float t)
{
    const uniform float<3> sun = {0.557086f, 0.742781f, -0.371391f};
    float3 n = normal(p);
    float light = clamp(dot(n, sun), 0.0f, 1.0f);
    if (light > 0)
        light *= shadow(p + 0.01f * n, sun);
    float scale = 0.2f + 0.8f * light, fog = 1 - exp(-0.004f * t * t);
    bool ground = p.y < -0.99f;
    float3 lit = {ground ? 0.4f : 0.9f, ground ? 0.4f : 0.5f, ground ? 0.35f : 0.2f};
    lit *= scale;
    return lit + fog * (sky - lit);
}

export void MarchCS(void *uniform arguments[])
{
    const uniform float width = ((uniform float *uniform)arguments[0])[0];
    const uniform float height = ((uniform float *uniform)arguments[0])[1];
    const uniform float<3> eye = {((uniform float *uniform)arguments[1])[0], 1.5f, -4};
    uniform float<4> *uniform image = (uniform float<4> *uniform)arguments[2];
    const uniform int pitch = ((uniform int *uniform)arguments[3])[0];
    foreach_tiled (y = 0 ... (uniform int)height, x = 0 ... (uniform int)width) {
        float3 ray = {(2 * (x + 0.5f) - width) / height, (2 * (y + 0.5f) - height) / height - 0.3f, 1.6f};
        ray = normalized(ray);
        float t = 0;
        bool hit = false;
        for (uniform int i = 0; i < 96; ++i) {
            float d = distance(eye + t * ray);
            if (d < 0.001f * t) {
                hit = true;
                break;
            }
            t += d;
            if (t > 30)
                break;
        }
        float dim = 0.4f * max(ray.y, 0.0f);
        float3 colour = {0.6f - dim, 0.7f - dim, 0.9f - dim};
        if (hit)
            colour = lit_surface(eye + t * ray, colour, t);
        float<4> texel = {sqrt(colour.x), sqrt(colour.y), sqrt(colour.z), 1};
        image[y * pitch + x] = texel;
    }
}
