#define ROWS _Pragma("pack_matrix(row_major)")
#define QUOTED(words) _Pragma(#words)
a _Pragma("once") b _Pragma("warning(disable : 1)") c
ROWS d
QUOTED(pack_matrix(column_major)) e
