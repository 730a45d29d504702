#incldue "a.hlsl"
