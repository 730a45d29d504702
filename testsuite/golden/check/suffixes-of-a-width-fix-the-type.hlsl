// options: -enable-16bit-types -T cs_6_2
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { auto h = 3.5f16; }
    { auto f = 1e3F32; }
    { auto d = .5f64; }
}
