#include "daemon/adoubed/show_config.hpp"

#include <toml++/toml.h>

#include <sstream>

namespace adoube::adoubed {
namespace {

std::string whole(const std::filesystem::path& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
}

/// As `listen` is written.
std::string address(const board::Port& listen) { return to_string(listen).substr(sizeof("tcp:") - 1); }

} // namespace

std::string show_config(const Config& config) {
    auto settings = toml::parse(config.settings);
    settings.insert_or_assign("journal", whole(config.journal));
    settings.insert_or_assign("control", whole(control_path(config)));
    settings.insert_or_assign("listen", address(config.listen));
    if (config.livechess)
        settings["livechess"].as_table()->insert_or_assign("listen", address(config.livechess->listen));
    std::ostringstream text;
    text << settings << '\n';
    return text.str();
}

} // namespace adoube::adoubed
