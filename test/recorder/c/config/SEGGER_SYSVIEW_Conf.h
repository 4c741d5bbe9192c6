// The test passes every setting on the compiler's command line.
