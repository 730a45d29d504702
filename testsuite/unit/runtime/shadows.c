/* Shadows of memory stay where they are: kernels keep the address of groupshared memory's. */
#include "host/faults.h"
#include "test.h"

TEST(shadows_stay_where_they_are_when_more_resources_are_met)
{
    enum { LAST = 5000 };
    static WccResource resources[LAST + 1];
    WccDispatch dispatch = {.resources = resources};
    Shadows *shadows = host_new_shadows();
    assert_non_null(shadows);
    host_follow(shadows, &dispatch);
    WccFollowing *following = dispatch.following;
    const WccShadow *shared = following->shadow(following, WCC_SHARED_ROW, 64), *first = following->shadow(following, 0, 32);
    assert_non_null(following->shadow(following, LAST, 16));
    assert_ptr_equal(following->shadow(following, WCC_SHARED_ROW, 64), shared);
    assert_ptr_equal(following->shadow(following, 0, 32), first);
    assert_int_equal(shared->cells, 64);
    host_free_shadows(shadows);
}
