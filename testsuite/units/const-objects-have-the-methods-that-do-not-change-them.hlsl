/* As dxc, whose methods cannot be const, has it. */
struct Ray
{
    float3 origin, direction;
    float3 at(float t) { return origin + t * direction; }
    float3 twice(float t) { return at(t) + at(t); }
    float operator[](int i) { return origin[i]; }
    Ray moved(float3 by) { Ray ray = this; ray.origin += by; return ray; }
};
struct Hit
{
    Ray ray;
    float t[2];
    float3 place(int i) { return ray.at(t[i]); }
};
static const Ray Fixed = {1, 2, 3, 0, 0, 1};

float of(const Hit hit, int i) { return hit.place(i).x + hit.ray[i]; }

[Test]
[numthreads(8, 1, 1)]
void TheyAreCalled(uint index : SV_GroupIndex)
{
    const Ray ray = {index, 0, 0, 1, 2, 3};
    const Hit hit = {ray, 1, 2};
    ASSERT_EQUAL(ray.at(2), float3(index + 2, 4, 6));
    ASSERT_EQUAL(ray.twice(1), float3(2 * index + 2, 4, 6));
    ASSERT_EQUAL(ray.moved(1).at(0), float3(index + 1, 1, 1));
    ASSERT_EQUAL(ray[0], index);
    ASSERT_EQUAL(hit.place(1), float3(index + 2, 4, 6));
    ASSERT_EQUAL(of(hit, 0), 2 * index + 1);
    ASSERT_EQUAL(Fixed.at(1), float3(1, 2, 4));
}
