[RootSignature("CBV(b0))]
void f() {}
