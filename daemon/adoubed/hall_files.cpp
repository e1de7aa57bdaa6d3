#include "daemon/adoubed/hall_files.hpp"

#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"

#include <algorithm>
#include <array>

namespace adoube::adoubed {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view of_configuration = "configuration", of_tokens = "tokens", of_key = "evidence key",
                           of_statements = "evidence key's statements";
/// Beside the journal, as its own name goes on; the last is followed by a target's name.
constexpr std::array<std::string_view, 9> beside{
    "-delay", "-event", "-ports", "-standings", "-rounds", "-clock-times", "-settled", "-stream", "-sent-"};
/// What a NATS server takes at a time, unless it is told otherwise, is 1 MB.
constexpr std::size_t longest_file = 900'000;

bool is_of_the_hall(std::string_view name) {
    return !name.contains('/') && std::ranges::any_of(beside, [&](std::string_view known) {
        return known.ends_with('-') ? name.starts_with(known) : name == known;
    });
}

/// Empty: of this computer alone, or of no hall.
fs::path place_of(const Config& config, std::string_view name) {
    if (name == of_configuration) return config.file;
    if (name == of_tokens) return config.tokens;
    if (name == of_key) return config.evidence_key;
    if (name == of_statements && !config.evidence_key.empty())
        return config.evidence_key.string() + ".statements";
    return is_of_the_hall(name) ? fs::path(config.journal.string() + std::string(name)) : fs::path();
}

} // namespace

std::expected<std::vector<standby::HallFile>, std::string> hall_files(const Config& config) {
    std::vector<standby::HallFile> all;
    std::string trouble;
    const auto add = [&](std::string_view name) {
        const auto file = place_of(config, name);
        if (file.empty()) return;
        auto content = files::read(file, longest_file);
        if (content)
            all.push_back({std::string(name), std::move(*content)});
        else if (content.error().why != files::Unreadable::Why::absent)
            trouble =
                file.string() + ' ' + content.error().text + ": the computer that stands by has it as it was";
    };
    // As it is in force: what somebody writes into the file counts from the next start on.
    if (!config.text.empty()) all.push_back({std::string(of_configuration), config.text});
    for (const auto name : {of_tokens, of_key, of_statements}) add(name);
    const auto own = config.journal.filename().string();
    std::error_code error;
    for (fs::directory_iterator at(files::folder_of(config.journal), error), end; !error && at != end;
         at.increment(error))
        if (const auto file = at->path().filename().string(); file.starts_with(own + '-'))
            add(std::string_view(file).substr(own.size()));
    if (error) trouble = files::folder_of(config.journal).string() + " cannot be read: " + error.message();
    if (!trouble.empty()) return std::unexpected(trouble);
    return all;
}

std::expected<void, std::string> write_hall_file(const Config& config, const standby::HallFile& file) {
    const auto place = place_of(config, file.name);
    if (place.empty()) return {};
    std::error_code error;
    const bool is_configuration = file.name == of_configuration;
    if (is_configuration && file.is_there)
        if (const auto good = parse_config(file.content, place, config.role); !good)
            return std::unexpected(good.error() + ": the configuration here stays as it is");
    if (!file.is_there) {
        if (is_configuration || !is_of_the_hall(file.name))
            return {}; // who stands by may need it all the same
        fs::remove(place, error);
        if (error) return std::unexpected(place.string() + " cannot be removed: " + error.message());
        return {};
    }
    const auto written = files::replace(
        place, file.content, is_configuration ? files::ReadableBy::everybody : files::ReadableBy::owner);
    if (!written) return std::unexpected(place.string() + ' ' + written.error());
    return {};
}

} // namespace adoube::adoubed
