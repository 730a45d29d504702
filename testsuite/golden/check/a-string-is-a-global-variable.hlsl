string plain = "%u\n", other = "unused";
static string pair[2];
groupshared string shared_one;
cbuffer Constants { string member; };

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    string local = "a";
    static const string kept = "b";
    auto deduced = plain;
    for (string turn = "c"; ; )
        break;
    printf(local, i);
    plain = "d";
    printf(plain, i);
}
