// options: --wave-size=4
cbuffer C {
    float4 table[64];
}
RWBuffer<float> o;

float get(float4 t[64], int i)
{
    return t[i].y;
}

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    o[i] = get(table, i);
}
