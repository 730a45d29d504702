static const float large = 1e39f, largest = 3.4028235677973366e38f;

[numthreads(1, 1, 1)] void main() {}
