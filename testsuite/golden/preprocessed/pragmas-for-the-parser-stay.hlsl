#pragma once
#pragma warning(disable : 1)
#pragma pack_matrix(row_major)
x
