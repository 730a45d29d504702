// options: --target=x86-64-v4 --wave-size=32
RWStructuredBuffer<uint> sums;

[numthreads(64, 1, 1)] // what a turn does is mostly arithmetic: all lanes at once
void main(uint i : SV_DispatchThreadID)
{
    uint stack[16], sum = 0, steps = 0;
    int top = 0;
    stack[top++] = i & 255;
    while (top > 0 && steps < 24)
    {
        uint value = stack[--top];
        sum += value;
        steps++;
        if (value > 8 && top < 14)
        {
            stack[top++] = value >> 1;
            stack[top++] = value >> 2;
        }
    }
    sums[i] = sum;
}
