// groups: 1 1 1
// lanes: 4 8 16
RWByteAddressBuffer Out : register(u0);
StructuredBuffer<uint> In : register(t0);
[numthreads(24, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    uint4 words = uint4(In[t], In[t + 1], In[t + 2], In[t + 3]);
    Out.Store3(4 * t, words.xyz);
    Out.Store2(4 * (60 - t), words.xy);
    Out.Store4(256 + 8 * t, words);
    if (In[t] & 1)
        Out.Store3(512 + 4 * (In[t] & 7), words.xyz);
}
