// options: --wave-size=4
Texture2DMS<float4> one;
Texture2DMSArray<float4, 8> many;
RWBuffer<uint> o;

[numthreads(4, 1, 1)]
void main()
{
    uint width, height, layers, samples;
    one.GetDimensions(width, height, samples);
    o[0] = samples;
    many.GetDimensions(width, height, layers, samples);
    o[1] = layers;
    o[2] = samples;
}
