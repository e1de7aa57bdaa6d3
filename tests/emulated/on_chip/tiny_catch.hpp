#pragma once
// The part of Catch2 that the core's tests use, for a chip: no exceptions or streams, and nothing before
// main. A failed REQUIRE ends the run. Sections cannot nest.

#include <cstddef>

namespace adoube::on_chip {

struct TestCase {
    constexpr TestCase(void (*function)(), const char* title, const char* tag = "")
        : run(function), name(title), tags(tag) {}
    void (*run)();
    const char* name;
    const char* tags;
};

/// Without the expression, whose text would take memory that the tests need.
void check(bool held, const char* file, int line);
void require(bool held, const char* file, int line);
/// True for the section of this run.
bool enter_section();

struct Unsaid {
    template<class T>
    const Unsaid& operator<<(const T&) const {
        return *this;
    }
};

} // namespace adoube::on_chip

#define ADOUBE_JOIN_(a, b) a##b
#define ADOUBE_JOIN(a, b) ADOUBE_JOIN_(a, b)
#define ADOUBE_TEST_CASE(function, ...)                                                                      \
    static void function();                                                                                  \
    [[gnu::section(".test_cases"), gnu::used]] static const adoube::on_chip::TestCase ADOUBE_JOIN(           \
        function, _record){function, __VA_ARGS__};                                                           \
    static void function()

#define TEST_CASE(...) ADOUBE_TEST_CASE(ADOUBE_JOIN(test_case_, __COUNTER__), __VA_ARGS__)
#define SECTION(name) if (adoube::on_chip::enter_section())
#define CHECK(...) adoube::on_chip::check(static_cast<bool>(__VA_ARGS__), __FILE__, __LINE__)
#define CHECK_FALSE(...) adoube::on_chip::check(!(__VA_ARGS__), __FILE__, __LINE__)
#define REQUIRE(...) adoube::on_chip::require(static_cast<bool>(__VA_ARGS__), __FILE__, __LINE__)
#define REQUIRE_FALSE(...) adoube::on_chip::require(!(__VA_ARGS__), __FILE__, __LINE__)
#define FAIL(message) adoube::on_chip::require(false, __FILE__, __LINE__)
#define INFO(message)                                                                                        \
    if constexpr (false) adoube::on_chip::Unsaid() << message
