// options: --target=x86-64-v3 --wave-size=32
StructuredBuffer<float> picture;
RWStructuredBuffer<float> eroded;
int width;

[numthreads(8, 8, 1)] // whether a group meets a side is asked of each tap, and in rows of groups again for each row
void main(int2 id : SV_DispatchThreadID)
{
    float least = 1;
    for (int k = -3; k <= 3; k++)
        least = min(least, picture[id.y * width + clamp(id.x + k, 0, width - 1)]);
    eroded[id.y * width + id.x] = least;
}
