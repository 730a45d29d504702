RaytracingAccelerationStructure s; RWBuffer<float> o;
[numthreads(1, 1, 1)] void CS() {
  RayQuery<RAY_FLAG_FORCE_OPAQUE> q;
  RayDesc r; r.Origin = 0; r.Direction = 1; r.TMin = 0; r.TMax = 1;
  q.TraceRayInline(s, RAY_FLAG_NONE, 0xff, r);
  while (q.Proceed()) { if (q.CandidateType() == CANDIDATE_NON_OPAQUE_TRIANGLE) q.CommitNonOpaqueTriangleHit(); }
  o[0] = q.CommittedRayT();
}
