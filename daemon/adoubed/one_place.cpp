#include "daemon/adoubed/one_place.hpp"

#include "daemon/adoubed/kept_rounds.hpp"

#include <algorithm>

namespace adoube::adoubed {
namespace {

namespace fs = std::filesystem;

/// Where a file is or would be created; follows even dangling links. Empty if unknown.
fs::path place_of(const fs::path& path) {
    constexpr int most_links = 40; // Linux's limit
    std::error_code error;
    auto place = fs::absolute(path.has_filename() ? path : path.parent_path(), error);
    for (int links = 0; links < most_links && fs::is_symlink(fs::symlink_status(place, error)); ++links)
        place = place.parent_path() / fs::read_symlink(place, error);
    place = fs::weakly_canonical(place, error);
    return error ? fs::path() : place;
}

struct Named {
    std::string setting;
    fs::path path, place;
    bool is_written = true; // by the daemon, or a program of ours
};

void add_named(std::vector<Named>& all, const std::string& setting, const fs::path& path,
               bool is_written = true) {
    if (auto place = path.empty() ? fs::path() : place_of(path); !place.empty())
        all.push_back({setting, path, std::move(place), is_written});
}

/// Two of these may be one file, as the token of two rounds of one site.
std::vector<Named> all_that_are_read(const Config& config) {
    std::vector<Named> all;
    const auto name = [&all](const std::string& setting, const fs::path& path) {
        add_named(all, setting, path, false);
    };
    name("the configuration", config.file);
    if (config.tls) {
        name("certificate", config.tls->certificate);
        name("key", config.tls->key);
    }
    for (const auto& target : config.targets) {
        const auto& access = target.access;
        for (const auto& [what, file] : {std::pair("token_file", &access.token_file),
                                         {"password_file", &access.password_file},
                                         {"key_file", &access.key_file},
                                         {"known_hosts", &access.known_hosts},
                                         {"ca", &access.ca}})
            name(std::string(what) + " of target " + target.settings.name, *file);
    }
    return all;
}

std::vector<Named> all_named(const Config& config) {
    auto all = all_that_are_read(config);
    const auto name = [&all](const std::string& setting, const fs::path& path) {
        add_named(all, setting, path);
    };
    if (!config.file.empty())
        name("the configuration's own " + config.file.filename().string() + ".before",
             config.file.string() + ".before");
    const auto own = config.journal.filename().string();
    for (const auto* part :
         {"-wal", "-shm", "-journal", "-mark", "-lost", "-delay", "-event", "-ports", "-standings", "-rounds",
          "-clock-times", "-settled", "-printing", "-stream", "-base", "-standby"})
        name("the journal's own " + own + part, config.journal.string() + part);
    for (std::size_t at = 0; at < config.merged_rounds.size(); ++at)
        name("what " + config.merged_rounds[at] + " showed last", kept_round_file(config.journal, at));
    for (const auto& target : config.targets)
        name("what target " + target.settings.name + " was sent", sent_record_path(config, target));
    name("journal", config.journal);
    name("journal_copy", config.journal_copy);
    name("control", control_path(config));
    name("tokens", config.tokens);
    name("evidence_key", config.evidence_key);
    if (config.standby) name("key of [standby]", config.standby->key);
    name("pgn_directory", config.pgn_directory);
    // Not where the link leads, which is a terminal that it is made anew for.
    for (const auto& program : config.programs)
        if (const auto folder = place_of(fs::absolute(program.pty).parent_path()); !folder.empty())
            all.push_back({"pty", program.pty, folder / program.pty.filename()});
    return all;
}

bool is_one(const Named& one, const Named& other) {
    std::error_code unknown;
    return one.place == other.place || fs::equivalent(one.path, other.path, unknown);
}

/// Why `inner` may not lie in `outer`, if it does.
std::string why_not_in(const Named& inner, const Named& outer) {
    if (std::ranges::mismatch(outer.place, inner.place).in1 != outer.place.end()) return {};
    if (outer.setting != "pgn_directory")
        return inner.setting + " lies in " + outer.setting + ", which is a file: name another place";
    if (inner.place.parent_path() == outer.place && inner.place.extension() == ".pgn")
        return inner.setting + " has the name of a game in pgn_directory: name another";
    return {};
}

} // namespace

std::string one_place_twice(const Config& config) {
    const auto all = all_named(config);
    for (auto one = all.begin(); one != all.end(); ++one)
        for (auto other = all.begin(); other != one; ++other) {
            if (!one->is_written && !other->is_written) continue;
            if (is_one(*one, *other))
                return one->setting + " is the same file as " + other->setting + ": name another";
            for (auto why : {why_not_in(*one, *other), why_not_in(*other, *one)})
                if (!why.empty()) return why;
        }
    return {};
}

} // namespace adoube::adoubed
