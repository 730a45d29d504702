// options: -HV 2016
enum Kind { ONE, TWO };
RWBuffer<int> o;
[numthreads(1, 1, 1)] void main() { o[0] = TWO; }
