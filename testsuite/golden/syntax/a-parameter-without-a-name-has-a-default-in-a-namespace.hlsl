namespace N
{
    int next(uint = 3);
}
