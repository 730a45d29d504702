technique t { pass p { } }

[numthreads(1, 1, 1)] void main() {}
