struct S;
S later();
S now() { return (S)0; }
RWStructuredBuffer<uint> sizes;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    sizes[0] = sizeof(S);
    sizes[1] = sizeof(S[2]);
    (S)id.x;
    sizes[2] = sizeof(string[2]);
    later();
}

struct S { int a; };
S later() { S s = {1}; return s; }
