void f()
{
    goto end;
}
