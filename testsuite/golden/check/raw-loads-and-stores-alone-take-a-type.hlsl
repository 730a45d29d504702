ByteAddressBuffer raw;
RWByteAddressBuffer written;
RWStructuredBuffer<float> result;

[numthreads(1, 1, 1)]
void main()
{
    written.Store<float>(0, raw.Load<float>(0));
    result[0] = result.Load<float>(0);
    written.Store4(16, raw.Load4<uint>(16));
    result.IncrementCounter<int>();
}
