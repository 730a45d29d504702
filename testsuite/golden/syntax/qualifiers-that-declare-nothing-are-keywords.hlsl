struct S { float in; float out; float inout; float fine; };
void f(float in, float out);

[numthreads(1, 1, 1)]
void main() { }
