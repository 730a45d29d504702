struct S { static const int N = 4; static int next(int i) { return i + N; } };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int i = S::next(S::N);
}
