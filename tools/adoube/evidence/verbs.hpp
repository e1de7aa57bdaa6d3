#pragma once
// The verbs `adoube evidence …` and `adoube verify`, with their options.

#include <CLI/CLI.hpp>

#include <functional>

namespace adoube::tools {

void add_verify(CLI::App& app, std::function<int()>& chosen);
void add_evidence(CLI::App& app, std::function<int()>& chosen);

} // namespace adoube::tools
