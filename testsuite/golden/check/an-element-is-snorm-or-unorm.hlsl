Buffer<snorm unorm float4> both;
RWBuffer<unorm snorm float> other;
Buffer<unorm float4> one;
matrix<snorm unorm float, 2, 2> m;
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
