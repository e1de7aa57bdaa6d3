#include "daemon/adoubed/hall_form.hpp"

#include "daemon/adoubed/event_settings.hpp"
#include "daemon/adoubed/wall_form.hpp"
#include "daemon/targets/settings.hpp"
#include "daemon/text/ranges.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::adoubed {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

struct HallField {
    FormField of;
    TomlValue usual{}; // where nothing is set
};
const std::vector<HallField>& hall_fields() {
    static const std::vector<HallField> fields{
        {{"listen", "", "address of the pages"}, "127.0.0.1:8080"},
        {{"evidence_key", "", "key that signs the record"}},
        {{"journal_copy", "", "copy of the record"}},
        {{"pgn_directory", "", "folder of PGN files"}},
        {{"evidence_days", "retention", "days that a record is kept"}},
        {{"printer", "print", "printer"}},
        {{"letters", "print", "letters on scoresheets"}, "en"},
        {{"times", "print", "times on scoresheets"}, false},
        {{"site", "print", "address on scoresheets"}},
        {{"supervised", "play", "an arbiter for each game"}, true},
        {{"standings_in_hall", "wall", "standings on screens in the hall"}, false}};
    return fields;
}

const std::vector<std::string> target_keys{"name", "kind",  "url",    "each_game", "method",
                                           "user", "round", "boards", "delay_s"};
const std::vector<std::string> secret_keys{"token_file", "password_file"};
const std::string tables_name = "tables and boards", targets_name = "sites";

bool is_nothing(const TomlValue& value) { return std::holds_alternative<std::monostate>(value); }
/// An empty text is none.
TomlValue or_nothing(const TomlValue& value) {
    const auto* const text = std::get_if<std::string>(&value);
    return text && text->empty() ? TomlValue() : value;
}
std::string text_of_value(const TomlValue& value) {
    const auto* const text = std::get_if<std::string>(&value);
    return text ? *text : std::string();
}

TomlValue value_of_row(const TomlRow& row, std::string_view key) {
    const auto found = std::ranges::find(row, key, &std::pair<std::string, TomlValue>::first);
    return found == row.end() ? TomlValue() : found->second;
}

struct TableRow {
    int number;
    bool is_numbered; // in the file, not by its place
    std::string port;
};
std::vector<TableRow> tables_in(std::string_view toml) {
    std::vector<TableRow> tables;
    for (const auto& row : rows_in(toml, "board", {"number", "port"})) {
        const auto number = value_of_row(row, "number");
        const auto* const given = std::get_if<std::int64_t>(&number);
        tables.push_back({given ? static_cast<int>(*given) : static_cast<int>(tables.size()) + 1,
                          given != nullptr, text_of_value(value_of_row(row, "port"))});
    }
    return tables;
}

std::vector<TomlRow> targets_in(std::string_view toml) {
    auto keys = target_keys;
    keys.insert(keys.end(), secret_keys.begin(), secret_keys.end());
    return rows_in(toml, "target", keys);
}

// --- reading a request ---

std::expected<AskedTable, std::string> asked_table(const json::value& value) {
    const auto* const table = value.if_object();
    const auto* const number = table && table->contains("number") ? table->at("number").if_int64() : nullptr;
    const auto* const port = table ? table->if_contains("port") : nullptr;
    if (!number || *number < 1 || *number > 100'000 || (port && !port->is_null() && !port->is_string()))
        return std::unexpected(
            std::string(R"(a table is {"number":1,"port":"usb:…"}, with a number from 1)"));
    return AskedTable{static_cast<int>(*number),
                      port && port->is_string() ? std::string(port->get_string()) : ""};
}

std::expected<AskedTarget, std::string> asked_target(const json::value& value) {
    AskedTarget target;
    const auto* const given = value.if_object();
    if (!given) return std::unexpected(std::string(R"(a target is {"name":"lichess","kind":"lichess",…})"));
    for (const auto& [key, one] : *given) {
        if (key == "secret") {
            if (!one.is_null() && !one.is_string())
                return std::unexpected(std::string("secret must be a text"));
            if (one.is_string()) target.secret = one.get_string();
            continue;
        }
        const auto read = toml_value_from(one);
        if (std::ranges::find(target_keys, std::string_view(key)) == target_keys.end() || !read)
            return std::unexpected("a target has no " + std::string(key) + " like this");
        target.values[key] = or_nothing(*read);
    }
    return target;
}

template<class Row>
std::expected<std::vector<Row>, std::string>
asked_rows(const json::value& value, std::expected<Row, std::string> (*read)(const json::value&)) {
    std::vector<Row> rows;
    if (!value.is_array()) return std::unexpected(std::string("tables and targets are lists"));
    for (const auto& one : value.get_array()) {
        auto row = read(one);
        if (!row) return std::unexpected(row.error());
        rows.push_back(std::move(*row));
    }
    return rows;
}

// --- writing ---

/// The file while it changes: what is wrong, by field, and what is new.
class HallChange {
  public:
    HallChange(const std::string& toml, fs::path named, fs::path file)
        : changed_{toml, toml, {}, {}, {}}, named_(std::move(named)), file_(std::move(file)) {}

    void take_values(const SettingValues& wanted) {
        for (const auto& [of, usual] : hall_fields()) {
            const auto value = wanted.find(of.field);
            if (value == wanted.end()) continue;
            const auto before = shown(of, usual);
            const auto now = or_nothing(value->second);
            if ((is_nothing(now) ? usual : now) == before) continue;
            auto text =
                with_good_setting(toml(), file_, {std::string(of.section), std::string(of.field), now});
            if (!text) {
                blame(std::string(of.field), text.error());
                continue;
            }
            toml() = std::move(*text);
            changed_.changed.emplace_back(of.name);
            tell(std::string(of.name) + ": " + value_in_words(now) + ", before: " + value_in_words(before));
        }
    }

    void take_tables(const std::vector<AskedTable>& asked, const std::set<int>& playing) {
        if (!are_tables(asked, playing)) return;
        const auto before = tables_in(toml());
        auto text = with_tables(before, asked);
        if (!text) return blame("numbers", text.error());
        if (*text == toml()) return;
        if (const auto good = parse_config(*text, file_); !good) {
            const auto mistake = mistake_at(good.error(), file_);
            const auto place = place_in(*text, "board", mistake.line);
            return blame(place ? field_of_table(tables_in(*text)[place->which].number, asked) : "numbers",
                         mistake.sentence);
        }
        toml() = std::move(*text);
        changed_.changed.push_back(tables_name);
        tell_tables(before, asked);
    }

    void take_targets(const std::vector<AskedTarget>& asked) {
        const auto before = toml();
        const auto told = changed_.told.size();
        remove_targets(asked);
        for (std::size_t at = 0; at < asked.size(); ++at) take_target(asked, at);
        if (toml() != before || changed_.told.size() != told || !changed_.secrets.empty())
            changed_.changed.push_back(targets_name);
    }

    std::expected<ChangedHall, SettingsRefusal> done() {
        if (refusal_.fields.empty()) return std::move(changed_);
        const auto of_all = refusal_.fields.find("targets");
        refusal_.sentence =
            of_all == refusal_.fields.end() ? "nothing is saved: look at what is marked" : of_all->second;
        return std::unexpected(std::move(refusal_));
    }

  private:
    std::string& toml() { return changed_.toml; }
    void tell(std::string sentence) { changed_.told.push_back(std::move(sentence)); }
    void blame(const std::string& field, const std::string& sentence) {
        refusal_.fields.emplace(field, sentence);
    }

    TomlValue shown(const FormField& of, const TomlValue& usual) {
        auto value = value_in(toml(), std::string(of.section), std::string(of.field));
        return is_nothing(or_nothing(value)) ? usual : value;
    }

    // - tables

    bool are_tables(const std::vector<AskedTable>& asked, const std::set<int>& playing) {
        std::set<int> numbers;
        std::set<std::string> ports;
        const auto faults = refusal_.fields.size();
        for (std::size_t at = 0; at < asked.size(); ++at) {
            const auto field = "tables/" + std::to_string(at) + "/port";
            if (!numbers.insert(asked[at].number).second)
                blame(field, "table " + std::to_string(asked[at].number) + " is there twice");
            if (asked[at].port.empty()) continue;
            const auto port = board::port_from(asked[at].port);
            if (!port)
                blame(field, port.error());
            else if (!ports.insert(to_string(*port)).second)
                blame(field, "port " + to_string(*port) + " is that of another table, too");
        }
        if (asked.empty()) blame("numbers", "a hall has one table at least");
        std::set<int> missing;
        std::ranges::set_difference(playing, numbers, std::inserter(missing, missing.end()));
        if (!missing.empty())
            blame("numbers",
                  (missing.size() == 1 ? "a game is played at table " : "games are played at the tables ") +
                      text::ranges(missing) + ", which can go once they have their results");
        return refusal_.fields.size() == faults;
    }

    static std::string field_of_table(int number, const std::vector<AskedTable>& asked) {
        const auto at = std::ranges::find(asked, number, &AskedTable::number) - asked.begin();
        return "tables/" + std::to_string(at) + "/port";
    }

    std::expected<std::string, std::string> with_tables(const std::vector<TableRow>& before,
                                                        const std::vector<AskedTable>& asked) {
        std::expected<std::string, std::string> text(toml());
        std::vector<TableRow> kept;
        for (auto at = before.size(); at-- > 0 && text;)
            if (std::ranges::find(asked, before[at].number, &AskedTable::number) == asked.end())
                text = without_section(*text, "board", at);
            else
                kept.insert(kept.begin(), before[at]);
        const auto set = [&](std::size_t at, const char* key, const TomlValue& value) {
            if (text) text = with_setting(*text, {"board", key, value, at});
        };
        for (std::size_t at = 0; at < kept.size(); ++at) {
            const auto& [number, is_numbered, port] = kept[at];
            const auto now = std::ranges::find(asked, number, &AskedTable::number);
            if (!is_numbered && number != static_cast<int>(at) + 1) set(at, "number", std::int64_t{number});
            if (now->port != port) set(at, "port", or_nothing(now->port));
        }
        std::vector<TomlRow> added;
        for (const auto& [number, port] : asked) {
            if (std::ranges::find(kept, number, &TableRow::number) != kept.end()) continue;
            const bool by_place = number == static_cast<int>(kept.size() + added.size()) + 1;
            added.push_back({{"number", by_place ? TomlValue() : TomlValue(std::int64_t{number})},
                             {"port", or_nothing(port)}});
        }
        return text && !added.empty() ? with_sections(*text, "board", added) : text;
    }

    void tell_tables(const std::vector<TableRow>& before, const std::vector<AskedTable>& asked) {
        std::set<int> gone, added;
        for (const auto& table : before)
            if (std::ranges::find(asked, table.number, &AskedTable::number) == asked.end())
                gone.insert(table.number);
        std::vector<std::string> ports;
        for (const auto& [number, port] : asked) {
            const auto old = std::ranges::find(before, number, &TableRow::number);
            if (old == before.end()) added.insert(number);
            const auto was = old == before.end() ? std::string() : old->port;
            if (port != was)
                ports.push_back("table " + std::to_string(number) + ": " +
                                (port.empty() ? "no electronics" : "the board on " + port));
        }
        for (const auto& [numbers, is] : {std::pair(&added, "new"), std::pair(&gone, "gone")})
            if (!numbers->empty())
                tell((numbers->size() == 1 ? "table " : "tables ") + text::ranges(*numbers) +
                     (numbers->size() == 1 ? " is " : " are ") + is);
        for (auto& port : ports) tell(std::move(port));
    }

    // - targets

    static std::string name_of(const AskedTarget& target) {
        const auto name = target.values.find("name");
        return name == target.values.end() ? std::string() : text_of_value(name->second);
    }

    void remove_targets(const std::vector<AskedTarget>& asked) {
        const auto before = targets_in(toml());
        for (auto at = before.size(); at-- > 0;) {
            const auto name = text_of_value(value_of_row(before[at], "name"));
            if (std::ranges::find(asked, name, name_of) != asked.end()) continue;
            auto text = without_section(toml(), "target", at);
            if (!text) return blame("targets", text.error());
            toml() = std::move(*text);
            std::string kept;
            for (const auto& key : secret_keys)
                if (const auto file = text_of_value(value_of_row(before[at], key)); !file.empty())
                    kept = "; its secret stays in " + file;
            tell("site " + name + " is gone" + kept);
        }
    }

    void take_target(const std::vector<AskedTarget>& asked, std::size_t at) {
        const auto name = name_of(asked[at]);
        const auto rows = targets_in(toml());
        const auto row = std::ranges::find_if(
            rows, [&](const TomlRow& one) { return text_of_value(value_of_row(one, "name")) == name; });
        const bool is_new = row == rows.end();
        const auto before = is_new ? TomlRow() : *row;
        auto wanted = wanted_row(before, asked[at]);
        std::string told_of_secret;
        const auto secrets = changed_.secrets.size();
        if (const auto wrong = put_secret(wanted, before, asked[at].secret, name, told_of_secret);
            !wrong.empty())
            return blame(field_of_target(at, "secret"), wrong);
        const auto which = static_cast<std::size_t>(row - rows.begin());
        auto text = is_new ? with_sections(toml(), "target", {wanted}) : with_row(which, before, wanted);
        const auto good = text ? parse_config(*text, file_)
                               : std::expected<Config, std::string>(std::unexpected(text.error()));
        if (!good) {
            const auto mistake = mistake_at(good.error(), file_);
            const auto place = text ? place_in(*text, "target", mistake.line) : std::nullopt;
            changed_.secrets.resize(secrets);
            return blame(field_of_target(at, place ? place->key : std::string()), mistake.sentence);
        }
        tell_target(name, is_new, before, wanted, told_of_secret);
        toml() = std::move(*text);
    }

    static std::string field_of_target(std::size_t at, const std::string& key) {
        const bool is_secret = std::ranges::find(secret_keys, key) != secret_keys.end();
        const bool is_field = std::ranges::find(target_keys, key) != target_keys.end();
        return "targets/" + std::to_string(at) + '/' +
               (is_secret || key == "secret" ? "secret"
                : is_field                   ? key
                                             : "name");
    }

    /// All keys that the page knows, some without a value.
    static TomlRow wanted_row(const TomlRow& before, const AskedTarget& asked) {
        TomlRow wanted;
        for (const auto& key : target_keys) {
            const auto given = asked.values.find(key);
            auto value = given == asked.values.end() ? value_of_row(before, key) : given->second;
            const bool is_usual =
                (key == "delay_s" && value == TomlValue(0)) || (key == "method" && value == TomlValue("PUT"));
            if (is_usual) value = value_of_row(before, key) == value ? value : TomlValue();
            wanted.emplace_back(key, std::move(value));
        }
        for (const auto& key : secret_keys) wanted.emplace_back(key, value_of_row(before, key));
        return wanted;
    }

    std::expected<std::string, std::string> with_row(std::size_t which, const TomlRow& before,
                                                     const TomlRow& wanted) {
        std::expected<std::string, std::string> text(toml());
        for (const auto& [key, value] : wanted)
            if (text && value != value_of_row(before, key))
                text = with_setting(*text, {"target", key, value, which});
        return text;
    }

    static TomlValue& value_at(TomlRow& row, std::string_view key) {
        return std::ranges::find(row, key, &std::pair<std::string, TomlValue>::first)->second;
    }

    /// What is wrong with it, or empty.
    std::string put_secret(TomlRow& row, const TomlRow& before, const std::string& secret,
                           const std::string& name, std::string& told) {
        const bool had_secret = std::ranges::any_of(
            secret_keys, [&](const auto& one) { return !is_nothing(value_of_row(before, one)); });
        if (had_secret && !goes_where(row, before)) {
            if (secret.empty())
                return "the site is another one: enter its secret, as that of the former is not sent there";
            for (const auto& one : secret_keys) value_at(row, one) = {};
        }
        const bool has_user = !is_nothing(value_of_row(row, "user"));
        const std::string key = has_user ? "password_file" : "token_file";
        value_at(row, has_user ? "token_file" : "password_file") = {};
        auto& reference = value_at(row, key);
        if (secret.empty()) {
            if (value_of_row(row, "kind") != TomlValue("lichess") || !is_nothing(reference)) return {};
            reference = token_of_other_site(row);
            if (is_nothing(reference)) return "lichess needs an access token, with study:write";
            told = "its token is that in " + text_of_value(reference);
            return {};
        }
        const bool is_line = secret.size() <= 4000 && std::ranges::none_of(secret, [](unsigned char c) {
                                 return c < ' ' || c == 0x7f;
                             });
        if (!is_line) return "it must be one line, and nothing else";
        auto file = fs::path();
        const auto there = text_of_value(reference);
        const bool stays = !there.empty() && is_beside(there);
        file = stays ? file_.parent_path() / fs::path(there).filename()
                     : free_name(name, has_user ? ".password" : ".token");
        std::erase_if(changed_.secrets, [&](const SecretFile& other) { return other.file == file; });
        changed_.secrets.push_back({file, secret, !stays});
        if (!stays) reference = reference_to(file);
        told =
            std::string(has_user ? "its password" : "its token") + " goes into " + file.filename().string();
        return {};
    }

    /// Scheme and host of all its addresses.
    static std::set<std::string> places_of(const TomlRow& row) {
        std::set<std::string> places;
        for (const char* key : {"url", "each_game"})
            if (const auto url = text_of_value(value_of_row(row, key)); !url.empty())
                places.insert(std::string(targets::scheme_of(url)) + ' ' +
                              std::string(targets::host_of(url)));
        return places;
    }
    /// What is sent there went to `known` already.
    static bool goes_where(const TomlRow& row, const TomlRow& known) {
        return value_of_row(row, "kind") == value_of_row(known, "kind") &&
               std::ranges::includes(places_of(known), places_of(row));
    }

    TomlValue token_of_other_site(const TomlRow& wanted) {
        for (const auto& row : targets_in(toml()))
            if (const auto file = value_of_row(row, "token_file");
                goes_where(wanted, row) && !is_nothing(file))
                return file;
        return {};
    }

    bool is_beside(const fs::path& reference) const {
        std::error_code unknown;
        const auto named = fs::absolute(named_.parent_path() / reference, unknown);
        return fs::equivalent(named.parent_path(), file_.parent_path(), unknown);
    }
    fs::path free_name(const std::string& name, const char* ending) const {
        std::error_code unknown;
        const auto is_taken = [&](const fs::path& file) {
            return fs::exists(fs::symlink_status(file, unknown)) ||
                   std::ranges::find(changed_.secrets, file, &SecretFile::file) != changed_.secrets.end();
        };
        auto file = file_.parent_path() / (name + ending);
        for (int number = 2; is_taken(file); ++number)
            file = file_.parent_path() / (name + '-' + std::to_string(number) + ending);
        return file;
    }
    /// Paths in the file are relative to it as it is named.
    std::string reference_to(const fs::path& file) const {
        return is_beside(file.filename()) ? file.filename().string() : fs::absolute(file).string();
    }

    void tell_target(const std::string& name, bool is_new, const TomlRow& before, const TomlRow& wanted,
                     const std::string& of_secret) {
        std::string news;
        for (const auto& [key, value] : wanted)
            if (const auto was = value_of_row(before, key);
                value != was && key != "name" && std::ranges::find(secret_keys, key) == secret_keys.end())
                news += (news.empty() ? "" : ", ") + key + ' ' + value_in_words(value);
        if (!of_secret.empty()) news += (news.empty() ? "" : "; ") + of_secret;
        if (is_new || !news.empty()) tell("site " + name + (is_new ? " is new: " : ": ") + news);
    }

    ChangedHall changed_;
    fs::path named_, file_;
    SettingsRefusal refusal_;
};

} // namespace

std::expected<AskedHall, std::string> asked_hall(const json::object& hall) {
    AskedHall asked;
    for (const auto& [key, value] : hall) {
        if (key == "tables") {
            auto rows = asked_rows(value, asked_table);
            if (!rows) return std::unexpected(rows.error());
            asked.tables = std::move(*rows);
        } else if (key == "targets") {
            auto rows = asked_rows(value, asked_target);
            if (!rows) return std::unexpected(rows.error());
            if (rows->size() > most_targets)
                return std::unexpected("there are at most " + std::to_string(most_targets) + " sites");
            asked.targets = std::move(*rows);
        } else {
            const auto is_it = [&](const HallField& field) {
                return field.of.field == std::string_view(key);
            };
            auto read = toml_value_from(value);
            if (std::ranges::none_of(hall_fields(), is_it) || !read)
                return std::unexpected("the form hall has no field " + std::string(key) + " like this");
            asked.values[key] = std::move(*read);
        }
    }
    return asked;
}

json::object hall_in(std::string_view toml) {
    json::object hall;
    for (const auto& [of, usual] : hall_fields()) {
        const auto value = value_in(toml, std::string(of.section), std::string(of.field));
        hall[of.field] = json_of(is_nothing(or_nothing(value)) ? usual : value);
    }
    auto& tables = hall["tables"].emplace_array();
    for (const auto& table : tables_in(toml))
        tables.push_back({{"number", table.number}, {"port", json_of(or_nothing(table.port))}});
    auto& targets = hall["targets"].emplace_array();
    for (const auto& row : targets_in(toml)) {
        auto& target = targets.emplace_back(json::object()).get_object();
        for (const auto& key : target_keys) target[key] = json_of(value_of_row(row, key));
        target["secret"] = nullptr;
        for (const auto& key : secret_keys)
            if (const auto file = value_of_row(row, key); !is_nothing(file)) target["secret"] = json_of(file);
    }
    return hall;
}

std::expected<ChangedHall, SettingsRefusal> with_hall(const std::string& toml, const fs::path& named,
                                                      const fs::path& file, const AskedHall& asked,
                                                      const std::set<int>& playing) {
    if (const auto now = parse_config(toml, file); !now)
        return std::unexpected(SettingsRefusal{.sentence = now.error() + "; put the file right first"});
    HallChange change(toml, named, file);
    change.take_values(asked.values);
    if (asked.tables) change.take_tables(*asked.tables, playing);
    if (asked.targets) change.take_targets(*asked.targets);
    return change.done();
}

std::vector<std::string> waiting_for_start(std::string_view started, std::string_view now) {
    const auto counts_at_once = [](const std::string& section, const std::string& key) {
        const auto is_of = [&](const SettingsForm& form) {
            return std::ranges::any_of(form.fields, [&](const FormField& field) {
                return field.section == section && field.field == key && key != "time_zone";
            });
        };
        return is_of(event_form()) || is_of(wall_form());
    };
    std::vector<std::string> names;
    for (const auto& [section, key] : differences(started, now)) {
        if (counts_at_once(section, key)) continue;
        std::string name = section.empty() ? key
                           : key.empty()   ? "[[" + section + "]]"
                                           : '[' + section + "] " + key;
        if (section == "board" && key.empty()) name = tables_name;
        if (section == "target" && key.empty()) name = targets_name;
        if (key == "time_zone" && section.empty()) name = "time zone";
        for (const auto& [of, usual] : hall_fields())
            if (of.section == section && of.field == key) name = of.name;
        names.push_back(std::move(name));
    }
    return names;
}

} // namespace adoube::adoubed
