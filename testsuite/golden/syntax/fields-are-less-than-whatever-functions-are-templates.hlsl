template<int N> int most() { return N; }
struct Range { int most; int last; template<int N> int least() { return N; } };
static Range r;

int main()
{
    bool both = r.most < r.last && r.last > (3);
    bool set = r.most < (r.last = 3) && r.last > (2);
    return most<2>() + r.least<1 && 2>();
}
