// For tests that draw, under the address sanitizer: Cairo 1.16 keeps 768 bytes of each PDF with a CFF font,
// and fontconfig 256 bytes for good. Only what these libraries themselves allocate is meant.

extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libcairo.so\nleak:libfontconfig.so\n"; }

/// Fontconfig, GLib and Pango hand over between threads in ways that the thread sanitizer does not see.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
    return "race:libfontconfig.so\nrace:libglib\nrace:libpango\nmutex:libglib\nmutex:libpango\nmutex:"
           "libfontconfig\n";
}
