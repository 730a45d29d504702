[[vk::binding(1, 2)]] Buffer<int> b;
[numthreads(8, 8, 1)] [shader("compute")] void f() {}
