void f()
{
    0x10u;
    010;
    0b11;
    1.5h;
    2e3;
    1L;
    5ull;
    1.#INF;
}
