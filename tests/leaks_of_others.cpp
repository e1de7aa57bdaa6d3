// For tests that draw, under the address sanitizer: Cairo 1.16 keeps 768 bytes of each PDF with a CFF font,
// and fontconfig 256 bytes for good. Only what these libraries themselves allocate is meant.

extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libcairo.so\nleak:libfontconfig.so\n"; }
