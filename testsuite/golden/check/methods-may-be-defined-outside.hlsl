struct S { float a; float get(); };
float S::get() { return a; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    S s;
    s.get();
}
