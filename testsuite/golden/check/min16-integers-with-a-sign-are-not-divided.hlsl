RWBuffer<int> o;
[numthreads(1, 1, 1)]
void main()
{
    min16int a = o[0], b = o[1];
    min16uint c = 7;
    o[2] = a / b;
    o[3] = a % 3;
    a /= b;
    o[4] = c / 2 + (int)a / b;
}
