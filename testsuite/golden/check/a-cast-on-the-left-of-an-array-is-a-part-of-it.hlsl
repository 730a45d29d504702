cbuffer Constants { float given[4]; };

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    float list[4] = {1, 2, 3, 4}, lists[3][4];
    float2x2 m = 1;
    const float fixed[3] = {1, 2, 3};
    int next = 0;
    (float[2])list = (float[2])m;
    (int[2])list = (int[2])m;
    (float[5])list = (float[5])0;
    (int2x2)m = 2;
    (float3x3)m = 3;
    (float[2])fixed = (float[2])list;
    (float[2])given = (float[2])list;
    (float[2])lists[next++] = (float[2])list;
    (float1x2)m = 1;
}
