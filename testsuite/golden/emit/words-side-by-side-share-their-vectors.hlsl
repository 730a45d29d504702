StructuredBuffer<float> source;
RWStructuredBuffer<float> target;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    for (uint c = 0; c < 4; c++)
        target[4 * id.x + c] = source[4 * id.x + c] * source[4 * id.x + 3 - c];
}
