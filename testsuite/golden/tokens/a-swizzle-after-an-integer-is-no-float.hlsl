1.xxx 0.rrr 1.f 1.0.xx
