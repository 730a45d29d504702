RWStructuredBuffer<int> result;
template<typename T> struct Box { T value; };
template<> struct Box<int>;
template<typename T> struct Later;
template<typename T> struct Outer { struct Inner; T value; };
template<typename T> struct Outer<T>::Other { T value; };

[numthreads(1, 1, 1)]
void main()
{
    Box<int> box;
    Later<int> later;
    Outer<int>::Inner inner;
    result[0] = 0;
}
