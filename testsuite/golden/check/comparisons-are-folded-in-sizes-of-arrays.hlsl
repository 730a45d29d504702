static const int a[(3 == 4) + 1] = {1};
static const int b[(3 != 4) + 1] = {1, 2};
static const int c[(3 != 3) + 1] = {1};
static const int d[(4 < 4) + 1] = {1};
static const int e[(4 <= 4) + 1] = {1, 2};
static const int f[(4 > 4) + 1] = {1};
static const int g[(4 >= 4) + 1] = {1, 2};
static const int h[(4.5 != 3.5) + 1] = {1, 2};
static const int i[(-1 < 1) + 1] = {1, 2};
static const int j[(4294967295u < 1u) + 1] = {1};
static const int k[(4u != 3u) + 1] = {1, 2};
static const int l[(4.5 != 4.5) + 1] = {1};
[numthreads(1, 1, 1)] void main() {}
