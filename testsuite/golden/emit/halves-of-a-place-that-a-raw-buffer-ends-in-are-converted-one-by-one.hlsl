ByteAddressBuffer In;
RWStructuredBuffer<float> Out;
cbuffer Constants { uint at; };

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    half4 all = In.Load<half4>(at);
    Out[i] = all.x + all.y * all.z - all.w;
}
