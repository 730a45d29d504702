enum Level { ZERO, ONE };
RWTexture3D<float> t;
ByteAddressBuffer b;
Texture2D<float> flat;
Texture2DMS<float, 4> samples;
Buffer<float> line;
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { t[id.xy] = 1; }
    { b[0]; }
    { t[0] = 1; }
    { Out[0] = flat[id.x]; }
    { Out[0] = flat[id]; }
    { Out[0] = flat.mips[1][id.x]; }
    { Out[0] = samples.sample[1][id]; }
    { Out[0] = line[id.xy]; }
    { Out[id.xy] = 1; }
    { Out[0] = flat.mips[id.xy][id.xy] + flat.mips[ONE][id.xy]; }
    { Out[0] = samples.sample[id][id.xy]; }
}
