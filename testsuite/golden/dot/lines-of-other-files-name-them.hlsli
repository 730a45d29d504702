float from_another(float x) { return x * 3; }
