"included"
