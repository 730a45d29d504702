Texture2D<float> t;
namespace one { RWTexture3D<float> t; }
namespace two { RWTexture2DArray<float4> t; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { int2 p = 1; float f = t[p]; }
    { one::t[id] = 1; }
    { two::t[id].yz = 1; }
}
