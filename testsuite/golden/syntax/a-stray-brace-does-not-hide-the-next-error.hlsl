}
float 1;
