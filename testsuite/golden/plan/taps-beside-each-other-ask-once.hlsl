// options: --target=x86-64-v4 --wave-size=32
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
cbuffer Sizes { uint width; };
[numthreads(32, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    [unroll] for (int y = -1; y <= 1; y++)
        [unroll] for (int x = -1; x <= 1; x++)
            sum += In[(id.y + y) * width + id.x + x] * (x + 2 * y);
    Out[id.y * width + id.x] = sum;
}
