struct Pair { float2 v; int k[2]; };
groupshared int count;
struct Held { __decltype(++count) refused; __decltype(count++) taken; };
template<typename T> struct Box { T x; };
template<typename T> T last(T a) { __decltype(a = a) b = a; return b; }
__decltype(count) named(__decltype(count = 1) refused) { return 1; }
typedef __decltype((count)) Refused;

RWStructuredBuffer<float> Out;
[numthreads(1, 1, 1)]
void main()
{
    Pair pair = (Pair)0;
    int i = 0;
    __decltype(i += 1) a;
    __decltype((i)) b;
    __decltype(pair.k[0]) c;
    __decltype(pair.v.x) d;
    __decltype(Out[0]) e;
    __decltype(i) taken = 1;
    __decltype(pair.v) vector = 1;
    __decltype(pair.k) list = {1, 2};
    __decltype(pair.v.x + 0) sum = (__decltype(pair.v.x))2.5;
    Box<__decltype(pair.v.x)> box = {0.5};
    Out[i] = taken + vector.y + list[1] + sum + box.x + last(1.5);
}
