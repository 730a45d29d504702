typedef float Four[4];
Four f() { Four a = {1, 2, 3, 4}; return a; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
