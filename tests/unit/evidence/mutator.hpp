#pragma once
// Reproducible random changes to a text file: bits, bytes, numbers, lines, parts of another file.

#include "tests/tier.hpp"

#include <random>
#include <string>

namespace adoube::tests {

class Mutator {
  public:
    Mutator(std::string file, std::string other) : file_(std::move(file)), other_(std::move(other)) {}

    std::string mutate();

  private:
    std::size_t below(std::size_t size);

    void change(std::string& file);

    void change_digit(std::string& file, std::size_t at);

    void change_lines(std::string& file, std::uint64_t how);

    std::string file_, other_;
    std::mt19937_64 random_{tests::seed(20261121)};
};

} // namespace adoube::tests
