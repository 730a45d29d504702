float4 twice(float4 out result) { result = 1; return 2; }
float2x3 row_major rows;
float2x3 column_major columns, more;
float groupshared shared_sum;
float uniform scale;
float4 snorm norm;
struct S { float2x2 row_major m; float linear x; };
float const half_of = 0.5;
float static own;
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float const local = 1;
    int precise p = 2;
    float2x2 row_major m;
}
