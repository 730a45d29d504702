// Column-major: three registers of one number each, the last of which others share.
cbuffer Rows
{
    float1x3 one;
    float behind;
    row_major float1x3 along;
    float3x1 down;
    float1x2 each[2];
};
RWStructuredBuffer<float> Out;

[numthreads(1, 1, 1)]
void main()
{
    Out[0] = one[0][2] + behind + along[0][2] + down[2][0] + each[1][0][1];
}
