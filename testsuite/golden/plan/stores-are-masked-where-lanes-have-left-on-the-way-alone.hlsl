// options: --wave-size=32 --target=x86-64-v3 -enable-16bit-types -T cs_6_2
// Threads leave on one side of a branch of the whole wave alone: on the other side, and before, all are on.
RWStructuredBuffer<float16_t> values;
cbuffer Settings { uint mode, count; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    values[id.x] = float16_t(1);
    if (mode == 0) {
        if (values[id.x + count] > 2)
            return;
        values[id.x + 64] = float16_t(2);
    } else {
        if (mode > count)
            return;
        values[id.x + 128] = float16_t(3);
    }
    values[id.x + 192] = float16_t(4);
}
