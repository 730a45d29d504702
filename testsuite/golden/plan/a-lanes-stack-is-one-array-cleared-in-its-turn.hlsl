// options: --wave-size=32 --target=x86-64-v4
StructuredBuffer<uint> Links;
RWStructuredBuffer<uint> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint stack[16], top = 0, sum = 0;
    stack[top++] = i;
    while (top > 0) {
        uint node = stack[--top];
        sum += node;
        for (uint link = Links[node]; link < Links[node + 1]; link++)
            stack[top++] = Links[link];
    }
    Out[i] = sum;
}
