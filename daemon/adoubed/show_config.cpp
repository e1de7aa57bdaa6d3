#include "daemon/adoubed/show_config.hpp"

#include "daemon/text/quoting.hpp"

#include <toml++/toml.h>

#include <sstream>

namespace adoube::adoubed {
namespace {

/// As `listen` is written.
std::string address(const board::Port& listen) { return to_string(listen).substr(sizeof("tcp:") - 1); }

} // namespace

std::expected<std::string, std::string> show_config(const Config& config) {
    auto settings = toml::parse(config.settings);
    for (const auto& [key, path] :
         {std::pair("journal", config.journal), std::pair("control", control_path(config))}) {
        std::error_code unknown;
        const auto whole = std::filesystem::absolute(path, unknown).string();
        const auto unfit = text::unfit_in(whole);
        if (unknown || !unfit.empty())
            return std::unexpected(
                "configuration " + config.file.string() + " cannot be shown: the path of its " + key +
                (unknown ? " cannot be found from here" : " has " + unfit) + "; name another one");
        settings.insert_or_assign(key, whole);
    }
    settings.insert_or_assign("listen", address(config.listen));
    if (config.livechess)
        settings["livechess"].as_table()->insert_or_assign("listen", address(config.livechess->listen));
    std::ostringstream text;
    text << settings << '\n';
    return text.str();
}

} // namespace adoube::adoubed
