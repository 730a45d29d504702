float twice(float value) { return 2 * value; }
