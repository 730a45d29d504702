// options: -HV 2017
ByteAddressBuffer raw;
RWStructuredBuffer<float> result;
[numthreads(1, 1, 1)] void main() { result[0] = raw.Load<float>(0) + raw.Load(4); }
