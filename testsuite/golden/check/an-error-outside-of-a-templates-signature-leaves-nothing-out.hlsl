template<typename T> struct Holder { using type = T; typename T::Inner value; };
template<typename T> typename Holder<T>::type struct_within(T x) { return 1; }
int struct_within(double x) { return 2; }

template<typename T> int body(T x) { return x.Inner; }
int body(double x) { return 2; }

template<int N> int count() { return N.x.y.missing; }
template<typename T> int in_body_of_argument(T x, int y[count<3>()]) { return 1; }

template<typename T> Misspelt plain(T x) { return 1; }
int plain(double x) { return 2; }

template<typename T> int also_plain(T x, int y[MISSING]) { return 1; }
int also_plain(double x, int y[2]) { return 2; }

template<typename T> typename Missing<T>::type qualified(T x) { return 1; }
int qualified(double x) { return 2; }

template<typename T, typename U> using Alias = typename T::Inner;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int two[2] = {1, 2};
    struct_within(1);
    body(1);
    in_body_of_argument(1, two);
    plain(1);
    also_plain(1, two);
    qualified(1);
    Alias<int, int> wrong;
}
