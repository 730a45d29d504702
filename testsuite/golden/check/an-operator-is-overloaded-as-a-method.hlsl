struct S { float a; };
S operator+(S a, S b) { return a; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
