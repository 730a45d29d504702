void f(int n) { [vectorise] for (int i = 0; i < n; i++) {} }

[numthreads(1, 1, 1)] void main() {}
