void f()
{
    a.Load<float4>(i);
    a.Store<vector<int, 2> >(0, b);
}
