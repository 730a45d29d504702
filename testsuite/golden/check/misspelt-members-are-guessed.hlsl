struct S { float weight; };
Texture2D<float4> t;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { S s; s.wieght = 1; }
    { t.Lod(int3(1, 2, 3)); }
}
