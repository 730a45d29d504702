Texture2DMS<float4, 4> samples;
RWBuffer<float> o;

[numthreads(1, 1, 1)]
void main()
{
    o[0] = samples.GetSamplePosition(0).x;
}
