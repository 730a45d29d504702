enum A { X = 3 };
enum class B { Y };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { int i = X; }
    { A a = (A)3; }
}
