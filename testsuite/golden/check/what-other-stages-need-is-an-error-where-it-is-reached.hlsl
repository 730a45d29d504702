[numthreads(1, 1, 1)]
void main()
{
    clip(-1);
}
