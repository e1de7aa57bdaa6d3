#include "daemon/adoubed/read_targets.hpp"

namespace adoube::adoubed {
namespace {

using targets::Kind;
using targets::Settings;

/// One [[target]].
class TargetSection {
  public:
    TargetSection(const toml::table& table, Reading& reading) : section_(table, "[[target]]", reading) {}

    TargetConfig read(const std::vector<int>& boards) {
        read_name();
        read_kind();
        read_access();
        read_games(boards);
        if (settings().kind == Kind::lichess)
            read_lichess();
        else
            read_files();
        section_.finish();
        return std::move(target_);
    }
    void blame_name(const std::string& sentence) { section_.blame("name", sentence); }

  private:
    Settings& settings() { return target_.settings; }
    upload::Access& access() { return target_.access; }

    void read_name() {
        settings().name = section_.required_text("name", "lichess");
        const auto fits = [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
                   c == '-';
        };
        if (!std::ranges::all_of(settings().name, fits))
            section_.blame("name", "name \"" + settings().name + "\" must be of A-Z, a-z, 0-9, _ and -");
    }

    void read_kind() {
        const auto kind = section_.required_text("kind", "lichess");
        if (kind != "lichess" && kind != "file" && !kind.empty())
            section_.blame("kind", "kind \"" + kind + "\" is none of lichess, file");
        settings().kind = kind == "lichess" ? Kind::lichess : Kind::file;
    }

    void read_access() {
        access().token_file = section_.path("token_file");
        access().ca = section_.path("ca");
        access().proxy = section_.text("proxy");
        if (access().proxy.empty()) return;
        if (const auto proxy = targets::check_proxy(access().proxy); !proxy)
            section_.blame("proxy", "proxy: " + proxy.error());
    }

    void read_games(const std::vector<int>& boards) {
        target_.delay_ms = 1000 * section_.whole("delay_s", 0, 0, 24 * 3600);
        settings().round = section_.text("round");
        settings().boards = section_.wholes("boards", "1, 2");
        for (const int board : settings().boards)
            if (std::ranges::find(boards, board) == boards.end())
                section_.blame("boards", "boards: there is no board " + std::to_string(board));
    }

    void read_lichess() {
        const auto url =
            section_.required_text("url", "https://lichess.org/api/broadcast/round/AbCd1234/push");
        if (auto round = targets::lichess_round(url))
            settings().url = std::move(*round);
        else
            section_.blame("url", "url " + round.error());
        if (access().token_file.empty())
            section_.blame("kind", "kind \"lichess\" needs token_file: an access token with study:write");
    }

    void read_url(const std::string& key, std::string& url) {
        url = section_.text(key);
        if (url.empty()) return;
        const auto is_folder = key == "cloud" && url.ends_with('/');
        const auto file = is_folder ? url + "tournament.json" : url;
        if (const auto checked = targets::check_file_url(file); !checked)
            section_.blame(key, key + ' ' + checked.error());
        constexpr std::string_view id = "{id}";
        const auto at = url.find(id);
        const bool has_one = at != std::string::npos && url.find(id, at + 1) == std::string::npos;
        if (key == "each_game" ? !has_one : at != std::string::npos)
            section_.blame(key, key == "each_game"
                                    ? "each_game needs {id} once, where the game's id goes"
                                    : "url is one file, of all boards: {id} goes into each_game");
    }

    void read_files() {
        read_url("url", settings().url);
        read_url("each_game", settings().each_game);
        read_url("cloud", settings().cloud);
        while (settings().cloud.ends_with('/')) settings().cloud.pop_back();
        access().user = section_.text("user");
        access().password_file = section_.path("password_file");
        const auto& any = settings().any_url();
        if (any.empty()) section_.blame("kind", "kind \"file\" needs url, each_game or cloud");
        const auto scheme = targets::scheme_of(any);
        for (const auto& [key, url] :
             {std::pair("each_game", settings().each_game), std::pair("cloud", settings().cloud)})
            if (!url.empty() && targets::scheme_of(url) != scheme)
                section_.blame(key, "url, each_game and cloud must begin alike, with " + std::string(scheme) +
                                        "://");
        if (!access().password_file.empty() && access().user.empty())
            section_.blame("password_file", "password_file needs user, whose password it holds");
        if (scheme.starts_with("http"))
            read_http(any);
        else if (!access().token_file.empty())
            section_.blame("token_file", "token_file is for http and https");
        if (scheme == "sftp") read_sftp();
    }

    void read_http(const std::string& url) {
        const auto method = section_.text("method", "PUT");
        settings().post = method == "POST";
        if (method != "PUT" && method != "POST")
            section_.blame("method", "method \"" + method + "\" is none of PUT, POST");
        if (access().token_file.empty()) return;
        if (!access().user.empty())
            section_.blame("token_file", "token_file and user are two ways of signing in: name one");
        for (const auto& one : {url, settings().each_game, settings().cloud})
            if (targets::scheme_of(one) == "http" && !targets::is_this_computer(one))
                section_.blame("token_file", "token_file: the token would be sent in the clear: write https");
    }

    void read_sftp() {
        access().key_file = section_.path("key_file");
        access().known_hosts = section_.path("known_hosts");
        if (access().user.empty()) section_.blame("user", "sftp needs user");
        if (access().known_hosts.empty())
            section_.blame("known_hosts", "sftp needs known_hosts, which tells the server from another: "
                                          "ssh-keyscan SERVER writes it");
        if (access().key_file.empty() == access().password_file.empty())
            section_.blame("user", "sftp needs key_file or password_file, one of them");
    }

    Section section_;
    TargetConfig target_;
};

} // namespace

std::vector<TargetConfig> read_targets(const toml::node* node, Reading& reading,
                                       const std::vector<int>& boards) {
    std::vector<TargetConfig> all;
    if (!node) return all;
    const auto* array = node->as_array();
    if (!array) {
        reading.blame(node->source(), "a target is a section of its own, [[target]]");
        return all;
    }
    if (array->size() > most_targets) {
        reading.blame(array->get(most_targets)->source(),
                      "there are at most " + std::to_string(most_targets) + " targets");
        return all;
    }
    for (const toml::node& entry : *array) {
        const auto* table = entry.as_table();
        if (!table) {
            reading.blame(entry.source(), "a target is a section of its own, [[target]]");
            return all;
        }
        TargetSection section(*table, reading);
        auto target = section.read(boards);
        for (const auto& other : all)
            if (other.settings.name == target.settings.name)
                section.blame_name("two targets are named " + target.settings.name);
        all.push_back(std::move(target));
    }
    return all;
}

std::vector<std::string> remarks_on(const TargetConfig& target) {
    std::vector<std::string> remarks;
    const auto remark = [&](const std::string& text) {
        remarks.push_back("target " + target.settings.name + ": " + text);
    };
    if (const auto secrets = upload::read_secrets(target.access); !secrets)
        remark(secrets.error() + "; until then nothing is sent");
    const auto in_the_clear = [](const std::string& url) {
        const auto scheme = targets::scheme_of(url);
        return (scheme == "http" || scheme == "ftp") && !targets::is_this_computer(url);
    };
    if (in_the_clear(target.settings.any_url()) && !target.access.password_file.empty())
        remark("its password crosses the network in the clear, for everybody on the way to read: write sftp, "
               "ftpes, ftps or https where the server can");
    return remarks;
}

} // namespace adoube::adoubed
