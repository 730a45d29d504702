#include <dx/linalg.h>
using namespace dx::linalg;
ByteAddressBuffer b; RWByteAddressBuffer o;
[numthreads(1, 1, 1)] void CS() {
  vector<float16_t, 8> v = b.Load<vector<float16_t, 8> >(0);
  MatrixRef<DATA_TYPE_FLOAT16, 8, 8, MATRIX_LAYOUT_MUL_OPTIMAL> m = {b, 0, 0};
  vector<float16_t, 8> r = Mul<float16_t>(m, MakeInterpretedVector<DATA_TYPE_FLOAT16>(v));
  o.Store(0, r);
}
