// options: --module=packed
struct Light { float3 direction; };
cbuffer C {
    float4 whole[2];
    float weights[3];
    float behind;          // in the last weight's register
    float2x3 m;
    row_major float2x3 rows;
    uint grid[2][2];
    uint last;
    Light lights[2];
    float tail;            // in the last light's
};
RWStructuredBuffer<float> gOut;

[numthreads(64, 1, 1)]
void CS(uint i : SV_DispatchThreadID)
{
    gOut[i] = weights[1] * behind * m[0].x * rows[1].y * grid[1][0] * last * lights[1].direction.x * tail * whole[1].w;
}
