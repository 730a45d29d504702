ByteAddressBuffer b;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Buffer<float> a = b.Load<Buffer<float> >(0);
}
