RWByteAddressBuffer gOut;
cbuffer Places { uint gPlace; };
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    gOut.InterlockedAdd64(gPlace + (id.x & 3) * 8, (uint64_t)id.x);
}
