ByteAddressBuffer b; RWByteAddressBuffer o;
[numthreads(1, 1, 1)] void CS() {
  vector<float, 8> v = b.Load<vector<float, 8> >(0), r;
  r = r * 2 + v;
  o.Store(0, r);
}
