RWByteAddressBuffer gOut;
[numthreads(32, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    gOut.Store2(id.x * 8, id.xy);
}
