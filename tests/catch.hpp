#pragma once
// Catch2 2, Catch2 3 or a chip's substitute: include this and nothing of Catch2.
#ifdef ADOUBE_ON_CHIP
#include "tests/emulated/on_chip/tiny_catch.hpp"
#elif __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
