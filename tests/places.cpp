#include "tests/places.hpp"

namespace adoube::tests {
namespace {

std::string in(std::string_view folder, std::string_view path) {
    return std::string(folder).append("/").append(path);
}

} // namespace

std::string program(std::string_view name) { return in(ADOUBE_BIN, name); }
std::string project_file(std::string_view path) { return in(ADOUBE_PROJECT, path); }
std::string shared_data(std::string_view path) { return in(ADOUBE_SHARED_DATA, path); }

} // namespace adoube::tests
