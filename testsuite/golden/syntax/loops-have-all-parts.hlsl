void f()
{
    [unroll(2)] for (int k = 0, l; k < 2; ++k, ++l) break;
    for (;;) continue;
}
