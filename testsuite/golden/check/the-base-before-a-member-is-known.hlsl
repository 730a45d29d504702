struct Base { float v; };
struct Derived : Base { float w; };
RWStructuredBuffer<float> O;
[numthreads(1, 1, 1)] void main() { Derived d; d.v = 1; O[0] = d.Missing::v + d.Base::v; { O[1] = d.::v; } { O[2] = d.::Base::v; } }
