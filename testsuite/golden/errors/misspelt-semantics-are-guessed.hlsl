RWBuffer<uint> output;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThredID, uint other : TEXCOORD0)
{
    output[id.x] = 1;
}
