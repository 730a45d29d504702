RWStructuredBuffer<float4> a : registers(u3);
cbuffer C : REGISTER(b1) { float4 v : packoffsets(c1); };
struct [raypayload] P { float t : write(caller) : read(miss, caller); };
