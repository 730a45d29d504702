RWBuffer<float4> output;

[numthreads(1, 1, 1)]
void main()
{
    float4 black = (0, 0, 0, 1);
    float4 white = {1, 1, 1, 1};
    float4 c = output[0];
    saturate(c);
    normalize(c.xyz);
    (void)max(c, black);
    float s, k;
    sincos(c.x, s, k);
    modf(c.y, s);
    output[0] = c * black + white * s * k;
}
