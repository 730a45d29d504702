string text = "%u\n";
string given() { return text; }
StructuredBuffer<string[2]> texts;

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    printf(text, i);
}
