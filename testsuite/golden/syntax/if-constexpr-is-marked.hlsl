void f()
{
    if constexpr (true) ;
    do a; while (i);
}
