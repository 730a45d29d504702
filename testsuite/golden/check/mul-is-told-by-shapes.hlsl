float s;
float3 v;
float4 w;
float3x4 m;
float4x2 n;
float3x1 column;
float1x3 row;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { auto r = mul(v, m); }
    { auto r = mul(m, w); }
    { auto r = mul(m, n); }
    { auto r = mul(v, v); }
    { auto r = mul(s, m); }
    { auto r = mul(v, s); }
    { auto r = mul(column, row); }
    { auto r = mul(row, column); }
    { auto r = transpose(m); }
}
