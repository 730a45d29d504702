interface Shape { float area(); };
interface Solid : Shape { float volume(); };
interface Named { int name; };

[numthreads(1, 1, 1)]
void main() {}
