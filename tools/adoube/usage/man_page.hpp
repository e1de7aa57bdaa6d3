#pragma once
// Man pages in the language of scdoc(5), made of the declarations of the verbs.

#include "tools/adoube/usage/command.hpp"

namespace adoube::tools {

struct ManPage {
    std::string name; // "adoube-arbiter"
    std::string text;
};

/// adoube(1), with every verb that has no verbs of its own, and a page for each group of verbs.
std::vector<ManPage> man_pages(const Command& root, const std::string& version);

/// Text in which scdoc sees nothing of its own.
std::string escaped(const std::string& text);

} // namespace adoube::tools
