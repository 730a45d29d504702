// Bodies that one entry point, or one wave size, does not come to, and others do: registers are alike in all of them.
StructuredBuffer<uint> a, b; RWStructuredBuffer<uint> o;
uint small(uint t) { return a[t]; }
uint large(uint t) { return b[t] * 10; }
template<uint N> uint of(uint t) { return t * N + large(t); }
[numthreads(16, 1, 1)] void first(uint t : SV_DispatchThreadID) { o[t] = small(t); }
[numthreads(16, 1, 1)] void second(uint t : SV_DispatchThreadID) {
  if constexpr (GroupGetWaveCount() > 1) o[t] = small(t); else o[t] = large(t);
}
struct S { uint x; uint get() { return x + large(1); } uint operator+(S s) { return x * s.x + small(2); } };
[numthreads(16, 1, 1)] void third(uint t : SV_DispatchThreadID) { S s = { t }; o[t] = s.get() * 1000 + (s + s); }
[numthreads(16, 1, 1)] void fourth(uint t : SV_DispatchThreadID) { o[t] = of<GroupGetWaveCount()>(t); }
uint of_several(uint t) { return t + 7; }
[numthreads(16, 1, 1)] void fifth(uint t : SV_DispatchThreadID) {
  if constexpr (GroupGetWaveCount() > 1) o[t] = of_several(t); else o[t] = of_one(t);
}
[numthreads(16, 1, 1)] void sixth(uint t : SV_DispatchThreadID) {
  if constexpr (GroupGetWaveCount() > 1) o[t] = behind(t); else o[t] = t;
}
uint of_one(uint t) { return t + 13; }
uint behind(uint t) { return t + 17; }
