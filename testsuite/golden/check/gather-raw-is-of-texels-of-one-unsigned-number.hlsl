// options: -T cs_6_6 -enable-16bit-types
Texture2D<float> Floats;
Texture2D<uint2> Pairs;
TextureCube<uint16_t> Faces;
SamplerState Any;
RWStructuredBuffer<uint4> Out;

[numthreads(1, 1, 1)]
void main()
{
    Out[0] = Floats.GatherRaw(Any, 0.5);
    Out[1] = Pairs.GatherRaw(Any, 0.5);
    Out[2] = Faces.GatherRaw(Any, float3(1, 0, 0));
}
