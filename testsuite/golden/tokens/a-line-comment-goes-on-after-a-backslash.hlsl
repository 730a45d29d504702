a // b \
 c
d
