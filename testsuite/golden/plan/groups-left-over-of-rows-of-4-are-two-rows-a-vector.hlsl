// options: --target=x86-64-v4 --wave-size=32
RWStructuredBuffer<float> Field;
[numthreads(4, 4, 4)]
void main(uint3 id : SV_DispatchThreadID)
{
    Field[id.z * 10000 + id.y * 100 + id.x] *= 2;
}
