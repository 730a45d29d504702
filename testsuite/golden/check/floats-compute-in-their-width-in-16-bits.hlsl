// options: -enable-16bit-types -T cs_6_10
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    half h = (half)2048.0h + (half)1.0h;
}
