struct S { float a; void scale(float f) { a *= f; } };
namespace one { struct S { float a; float twice() { return this.a * 2; } }; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { S s; s.scale(2); }
    { one::S s; float f = s.twice(); }
}
