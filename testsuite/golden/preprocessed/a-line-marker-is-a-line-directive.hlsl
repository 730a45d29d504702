#
# 30 "other.hlsl"
__LINE__ __FILE__
