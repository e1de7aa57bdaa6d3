#pragma once
// Hides the difference between Catch2 2 and 3: include this and nothing of Catch2 itself.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
