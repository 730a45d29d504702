#include "no/such.h"
@
