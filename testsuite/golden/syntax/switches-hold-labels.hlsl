void f()
{
    switch (i) { case 1: case 2: a; break; default: return; }
}
