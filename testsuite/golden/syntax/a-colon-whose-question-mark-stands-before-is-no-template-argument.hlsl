struct S {
    static const int least = 3;
};

bool f(bool b, int i, int k, int2 v)
{
    return b ? S::least < (int)i - k : k > max(v.x, v.y);
}
