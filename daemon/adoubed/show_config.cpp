#include "daemon/adoubed/show_config.hpp"

#include "daemon/adoubed/config_section.hpp"

#include <sstream>

namespace adoube::adoubed {
std::expected<std::string, std::string> show_config(const Config& config) {
    Reading reading(config.file);
    if (const auto again = parse_config(config.text, reading, config.role); !again)
        return std::unexpected(again.error());
    auto settings = reading.settings();
    std::vector<std::pair<const char*, std::filesystem::path>> own;
    if (config.role != Role::display) own = {{"journal", config.journal}, {"control", control_path(config)}};
    for (const auto& [key, path] : own) {
        std::error_code unknown;
        const auto whole = std::filesystem::absolute(path, unknown).string();
        const auto unfit = text::unfit_in(whole);
        if (unknown || !unfit.empty())
            return std::unexpected(
                "configuration " + config.file.string() + " cannot be shown: the path of its " + key +
                (unknown ? " cannot be found from here" : " has " + unfit) + "; name another one");
        settings.insert_or_assign(key, whole);
    }
    settings.insert_or_assign("listen", listen_text(config.listen));
    if (config.livechess)
        settings["livechess"].as_table()->insert_or_assign("listen", listen_text(config.livechess->listen));
    std::ostringstream text;
    text << settings << '\n';
    return text.str();
}

} // namespace adoube::adoubed
