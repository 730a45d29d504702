__LINE__
__FILE__
#line 50 "x.h"
__LINE__ __FILE__
