template<typename T> struct Left { T value; };
template<typename T> struct Right { T value; };
template<typename T> struct Twice { Twice<Left<T> > left; Twice<Right<T> > right; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Twice<int> tree;
}
