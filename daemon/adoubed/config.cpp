#include "daemon/adoubed/config.hpp"

#include "daemon/access/boards.hpp"
#include "daemon/account/local_time.hpp"
#include "daemon/adoubed/read_targets.hpp"
#include "daemon/adoubed/time_control.hpp"
#include "daemon/broadcast/unknown_players.hpp"
#include "daemon/chess/chess960.hpp"
#include "daemon/chess/notation/tag_limits.hpp"
#include "daemon/files/read.hpp"
#include "daemon/gather/other_round.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/stream/subject.hpp"
#include "daemon/text/ranges.hpp"

#include <boost/asio/ip/address.hpp>
#include <toml++/toml.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <set>

namespace adoube::adoubed {
namespace {

/// A hint for an invalid value that looks like an unquoted string.
std::string quotes_for(std::string_view toml, std::uint32_t line_number) {
    for (; line_number > 1; --line_number) toml.remove_prefix(std::min(toml.size(), toml.find('\n') + 1));
    const auto line = toml.substr(0, toml.find_first_of("\r\n#"));
    const auto equals = line.find('=');
    const auto begin = equals == std::string_view::npos ? equals : line.find_first_not_of(' ', equals + 1);
    if (begin == std::string_view::npos || line.find_first_of("\"'[{", begin) != std::string_view::npos)
        return {};
    const auto key = line.substr(0, line.find_last_not_of(' ', equals - 1) + 1);
    const auto value = line.substr(begin, line.find_last_not_of(' ') + 1 - begin);
    return "; a text stands in quotes, as in " + std::string(key) + " = \"" + std::string(value) + "\"";
}

bool is_date(const std::string& text) {
    constexpr std::string_view form = "dddd-dd-dd";
    const bool has_form = std::ranges::equal(
        text, form, [](char c, char f) { return f == 'd' ? c >= '0' && c <= '9' : c == f; });
    if (!has_form) return false;
    const auto day = static_cast<unsigned>(std::stoul(text.substr(8)));
    const auto month = static_cast<unsigned>(std::stoul(text.substr(5, 2)));
    return (std::chrono::year(std::stoi(text)) / month / day).ok();
}

void put_tag(record::Header& header, const std::string& tag, const std::string& value) {
    if (!value.empty()) header.tags[tag] = value;
}

std::string tag_text(Section& section, const std::string& key, const std::string& tag, std::string value) {
    if (const auto why = chess::unfit(tag, value); !why.empty()) section.blame(key, why);
    return value;
}

void read_officials(Section& event, record::Header& header) {
    const auto federation = event.text("federation");
    const bool is_code = federation.size() == 3 &&
                         std::ranges::all_of(federation, [](char c) { return c >= 'A' && c <= 'Z'; });
    if (!federation.empty() && !is_code)
        event.blame("federation", "federation must be three letters, as FIDE writes it: POR");
    put_tag(header, "EventFederation", federation);
    put_tag(header, "ChiefArbiter",
            tag_text(event, "chief_arbiter", "ChiefArbiter", event.text("chief_arbiter")));
    put_tag(header, "DeputyArbiters",
            tag_text(event, "deputy_arbiters", "DeputyArbiters", event.text("deputy_arbiters")));
}

void read_event(Section event, Config& config) {
    put_tag(config.header, "Event",
            tag_text(event, "name", "Event", event.required_text("name", "Club championship")));
    put_tag(config.header, "Site", tag_text(event, "site", "Site", event.text("site")));
    const auto round = event.text("round", "1");
    if (round.empty()) event.blame("round", "round is empty: name it, as in round = \"1\", or leave it out");
    put_tag(config.header, "Round", tag_text(event, "round", "Round", round));
    auto date = event.date("date");
    if (!date.empty() && !is_date(date)) event.blame("date", "date must be a day, written as 2026-11-20");
    std::ranges::replace(date, '-', '.');
    put_tag(config.header, "Date", date);
    read_officials(event, config.header);
    event.finish();
}

void read_retention(Section retention, Config& config) {
    const auto days = retention.whole("evidence_days", 0, 1, 36'500);
    if (days > 0) config.evidence_days = static_cast<int>(days);
    retention.finish();
}

void read_print(Section print, Config& config) {
    PrintConfig settings;
    settings.printer = print.text("printer");
    if (settings.printer.starts_with('-'))
        print.blame("printer", "printer must be the name of a printer, as lpstat -a lists it");
    if (const auto letters = sheet::letters_named(print.text("letters", "en")))
        settings.letters = *letters;
    else
        print.blame("letters", letters.error().substr(0, letters.error().size() - 1));
    settings.times = print.flag("times", false);
    settings.site = print.text("site");
    if (!settings.site.empty() && !server::parse_origin(settings.site))
        print.blame("site", "site must be where the hall's pages are, as in https://live.example.org");
    config.print = std::move(settings);
    print.finish();
}

std::optional<record::Sensing> read_sensing(Section& section) {
    const auto name = section.text("sensing");
    const auto sensing = record::sensing_from(name);
    if (!sensing && !name.empty())
        section.blame("sensing", "sensing \"" + name + "\" is none of presence, colour, identity");
    return sensing;
}

void read_chess960(Section& play, record::Header& header) {
    const auto* node = play.get("chess960");
    const auto* number = node ? node->as_integer() : nullptr;
    if (!node || node->is_boolean()) {
        header.chess960 = node && node->as_boolean()->get();
        return;
    }
    header.chess960 = true;
    if (!number || number->get() < 0 || number->get() >= chess::chess960_starts)
        return play.blame("chess960",
                          "chess960 must be true, false or the number of a start position, 0 to 959" +
                              std::string(number ? "" : ", without quotes"));
    if (!header.start_fen.empty())
        return play.blame("chess960", "chess960 names a start position by its number, and start another");
    header.start_fen = chess::chess960_start(static_cast<int>(number->get())).fen();
}

void read_play(Section play, Config& config, std::optional<record::Sensing>& sensing) {
    auto& header = config.header;
    const auto laws = play.text("laws", "2023");
    if (const auto edition = laws::edition_from(laws))
        header.laws = *edition;
    else
        play.blame("laws", "laws \"" + laws + "\" is none of " + std::string(laws::list_of_editions));
    const auto rate = play.text("rate_of_play", "standard");
    if (const auto known = laws::rate_of_play_from(rate))
        header.rate_of_play = *known;
    else
        play.blame("rate_of_play", "rate_of_play \"" + rate + "\" is none of standard, rapid, blitz");
    header.supervised = play.flag("supervised", true);
    header.start_fen = play.text("start");
    if (const auto start = chess::Position::from_fen(header.start_fen); !header.start_fen.empty() && !start)
        play.blame("start", "start is no position to play from: " + start.error());
    read_chess960(play, header);
    if (auto time_control = time_control_from(play.text("time_control")))
        header.time_control = std::move(*time_control);
    else
        play.blame("time_control", time_control.error());
    put_tag(header, "TimeControl", header.time_control);
    config.clock_lever = play.flag("clock_lever");
    sensing = read_sensing(play);
    play.finish();
}

void read_tags(Section& board, Reading& reading, BoardConfig& config) {
    const auto* node = board.get("tags");
    if (!node) return;
    const auto* tags = node->as_table();
    if (!tags) return board.blame("tags", "tags must be a table, as in tags = { WhiteElo = \"2100\" }");
    for (const auto& [key, value] : *tags)
        if (record::is_set_by_itself(key.str()))
            reading.blame(value.source(), "the tag " + std::string(key.str()) +
                                              " cannot be set: it follows from the game and its table");
        else if (const auto* text = value.as_string())
            config.tags[std::string(key.str())] = text->get();
        else
            reading.blame(value.source(), "the tag " + std::string(key.str()) + " must be a text in quotes");
    // Event, Site, Date, Round, TimeControl, federation, chief arbiter, deputies, and Board once renumbered
    constexpr std::size_t of_event = 9;
    if (config.tags.size() + of_event > chess::most_tags_of_game)
        board.blame("tags",
                    "a board has at most " + std::to_string(chess::most_tags_of_game - of_event) + " tags");
    if (const auto why = chess::unfit(config.tags); !why.empty()) board.blame("tags", why);
}

BoardConfig read_board(Section board, Reading& reading, int number) {
    BoardConfig config;
    config.number = static_cast<int>(board.whole("number", number, 1, 100'000));
    if (board.has("port")) {
        if (const auto known = board::port_from(board.text("port")))
            config.port = *known;
        else
            board.blame("port", known.error() + "; a table without electronics has no port");
    }
    for (const auto& [key, tag] : {std::pair("white", "White"), std::pair("black", "Black")})
        if (const auto name = tag_text(board, key, tag, board.text(key)); !name.empty())
            config.tags[tag] = name;
    config.sensing = read_sensing(board);
    read_tags(board, reading, config);
    board.finish();
    return config;
}

void read_boards(const toml::node* node, Reading& reading, Config& config,
                 std::optional<record::Sensing> sensing) {
    const auto* array = node ? node->as_array() : nullptr;
    if (!array || array->empty())
        return reading.blame(node ? node->source() : toml::source_region{},
                             "no board is set: add a section [[board]] for each");
    std::set<int> numbers;
    std::set<std::string> ports;
    for (const toml::node& entry : *array) {
        const auto* table = entry.as_table();
        if (!table) return reading.blame(entry.source(), "a board is a section of its own, [[board]]");
        auto board =
            read_board({*table, "[[board]]", reading}, reading, static_cast<int>(config.boards.size()) + 1);
        if (!board.sensing) board.sensing = sensing;
        if (!numbers.insert(board.number).second)
            reading.blame(table->source(), "board " + std::to_string(board.number) + " is set twice");
        if (board.port && !ports.insert(to_string(*board.port)).second)
            reading.blame(table->source(), "port " + to_string(*board.port) + " is set for two boards");
        config.boards.push_back(std::move(board));
    }
}

std::vector<int> read_program_boards(Section& program, const Config& config) {
    std::vector<int> numbers;
    const auto* node = program.get("boards");
    const auto* array = node ? node->as_array() : nullptr;
    if (!array || array->empty()) {
        program.blame("boards", "[[program]] needs boards, as in boards = [1]");
        return numbers;
    }
    constexpr int most_on_bus = 16'383; // addresses have 14 bits
    for (const auto& one : *array) {
        const auto number = one.value<int>().value_or(0);
        if (!one.is_integer() ||
            std::ranges::find(config.boards, number, &BoardConfig::number) == config.boards.end())
            program.blame("boards", "boards must be a list of numbers of boards, as in boards = [1]");
        else if (std::ranges::find(numbers, number) != numbers.end())
            program.blame("boards", "boards names board " + std::to_string(number) + " twice");
        else if (array->size() > 1 && number > most_on_bus)
            program.blame("boards", "boards: of several at one pty none may have a number above " +
                                        std::to_string(most_on_bus));
        numbers.push_back(number);
    }
    return numbers;
}

std::string read_trademark(Section& program) {
    constexpr std::size_t longest = 250;
    auto text = program.text("trademark", "Adoube electronic chess board");
    const bool is_plain =
        std::ranges::all_of(text, [](char c) { return (c >= ' ' && c <= '~') || c == '\n'; });
    if (text.empty() || text.size() > longest || !is_plain)
        program.blame("trademark", "trademark must be 1 to " + std::to_string(longest) +
                                       " characters of ASCII, line ends among them");
    return text;
}

std::string read_serial(Section& program, const std::vector<int>& boards) {
    auto serial = program.text("serial");
    const bool is_number =
        serial.size() == 5 && std::ranges::all_of(serial, [](char c) { return c >= '0' && c <= '9'; });
    if (!serial.empty() && !is_number)
        program.blame("serial", "serial must be five digits in quotes, as in serial = \"00017\"");
    else if (!serial.empty() && boards.size() > 1)
        program.blame("serial", "serial is that of one board: name one in boards, or leave serial out");
    return serial;
}

ProgramConfig read_program(Section program, const Config& config) {
    ProgramConfig read;
    read.pty = program.required_path("pty", "board-1.dgt");
    read.boards = read_program_boards(program, config);
    read.trademark = read_trademark(program);
    read.serial = read_serial(program, read.boards);
    read.pieces_in_the_air = program.flag("pieces_in_the_air", true);
    const auto when_delayed = program.text("when_delayed", "refuse");
    read.public_when_delayed = when_delayed == "public";
    if (when_delayed != "refuse" && !read.public_when_delayed)
        program.blame("when_delayed", "when_delayed \"" + when_delayed + "\" is none of refuse, public");
    program.finish();
    return read;
}

void read_programs(const toml::node* node, Reading& reading, Config& config) {
    if (!node) return;
    const auto* array = node->as_array();
    const auto no_sections = "programs have a section of their own each, [[program]]";
    if (!array) return reading.blame(node->source(), no_sections);
    std::set<std::filesystem::path> ptys;
    for (const toml::node& entry : *array) {
        const auto* table = entry.as_table();
        if (!table) return reading.blame(entry.source(), no_sections);
        auto program = read_program({*table, "[[program]]", reading}, config);
        if (!ptys.insert(program.pty.lexically_normal()).second)
            reading.blame(table->source(), "pty " + program.pty.string() + " is set for two programs");
        config.programs.push_back(std::move(program));
    }
}

const toml::table& table_at(Section& root, const std::string& key, Reading& reading) {
    static const toml::table none;
    const auto* node = root.get(key);
    if (!node) return none;
    if (const auto* table = node->as_table()) return *table;
    reading.blame(node->source(), key + " must be a section, [" + key + "]");
    return none;
}

void read_cosigners(Section& root, Config& config) {
    constexpr std::size_t most = 16; // each adds a journal row per move
    for (const auto& text : root.texts("cosigners", "club.example/anna+1a2b3c4d+BKey…")) {
        auto key = tlog::VerifierKey::parse(text);
        if (!key)
            root.blame("cosigners", "cosigners: " + key.error());
        else if (key->type != tlog::SignatureType::cosignature)
            root.blame("cosigners",
                       "cosigners: " + key->name +
                           " is no co-signer's key: adoube evidence key new --cosigner makes one");
        else
            config.cosigners.push_back(std::move(*key));
    }
    if (config.cosigners.size() > most)
        root.blame("cosigners", "cosigners are " + std::to_string(most) + " at most");
    if (!config.cosigners.empty() && config.evidence_key.empty())
        root.blame("cosigners", "cosigners sign what the hall has signed: name its evidence_key, too");
}

void read_wall(Section wall, Config& config) {
    for (const auto& site : wall.texts("frame_ancestors", "https://club.example"))
        if (server::parse_origin(site))
            config.framed_by += (config.framed_by.empty() ? "" : " ") + site;
        else
            wall.blame("frame_ancestors",
                       "frame_ancestors: \"" + site + "\" is no site: write it as https://club.example");
    config.wall.boards = wall.text("boards");
    if (const auto boards = access::Boards::parse(config.wall.boards); !config.wall.boards.empty() && !boards)
        wall.blame("boards", boards.error());
    config.wall.featured = wall.wholes("featured", "1, 2");
    constexpr int absent = -1, longest_s = 3600, most = 400;
    const auto known = [](std::int64_t read) {
        return read == absent ? std::nullopt : std::optional(static_cast<int>(read));
    };
    config.wall.turn_s = known(wall.whole("turn_s", absent, 0, longest_s));
    config.wall.page = known(wall.whole("page", absent, 1, most));
    config.wall.openings = wall.flag("openings", false);
    config.wall.standings_in_hall = wall.flag("standings_in_hall", false);
    if (wall.has("hall")) {
        if (auto hall = server::Networks::parse(wall.texts("hall", "10.0.0.0/8")))
            config.wall.hall = std::move(*hall);
        else
            wall.blame("hall", "hall: " + hall.error());
    }
    wall.finish();
}

std::vector<server::Origin> read_origins(Section& section, const std::string& example) {
    std::vector<server::Origin> origins;
    for (const auto& text : section.texts("origins", example))
        if (const auto origin = server::parse_origin(text))
            origins.push_back(*origin);
        else
            section.blame("origins", "origins: \"" + text + "\" is no site: write it as " + example);
    return origins;
}

void read_merged_rounds(Section& root, Config& config) {
    constexpr auto most = gather::OtherRound::most;
    for (auto& url : root.texts("merge", "http://hall-b.example:8080/round.pgn"))
        if (const auto good = gather::check_round_url(url); !good)
            root.blame("merge", "merge: " + good.error());
        else
            config.merged_rounds.push_back(std::move(url));
    if (config.merged_rounds.size() > most)
        root.blame("merge", "rounds to merge are " + std::to_string(most) + " at most");
}

void read_reach(Section& root, Reading& reading, Config& config) {
    if (const auto listen = parse_listen(root.text("listen", "127.0.0.1:8080")))
        config.listen = *listen;
    else
        root.blame("listen", listen.error());
    if (auto proxies = server::Networks::parse(root.texts("trusted_proxies", "127.0.0.1")))
        config.trusted_proxies = server::Proxies(std::move(*proxies));
    else
        root.blame("trusted_proxies", "trusted_proxies: " + proxies.error());
    config.origins = read_origins(root, "https://live.example.org");
    if (!root.has("tls")) return;
    Section tls(table_at(root, "tls", reading), "[tls]", reading);
    config.tls = {tls.required_path("certificate", "tls.pem"), tls.required_path("key", "tls.key")};
    tls.finish();
}

void read_livechess(Section& root, Reading& reading, Config& config) {
    using WhenDelayed = LiveChessConfig::WhenDelayed;
    if (!root.has("livechess")) return;
    Section section(table_at(root, "livechess", reading), "[livechess]", reading);
    LiveChessConfig livechess;
    if (auto listen = parse_livechess_listen(section.text("listen", "127.0.0.1:1982")))
        livechess.listen = std::move(*listen);
    else
        section.blame("listen", listen.error());
    livechess.origins = read_origins(section, "https://lichess.org");
    livechess.pieces_in_the_air = section.flag("pieces_in_the_air", true);
    const auto when = section.text("when_delayed", "refuse");
    if (when == "public")
        livechess.when_delayed = WhenDelayed::show_public;
    else if (when != "refuse")
        section.blame("when_delayed", "when_delayed \"" + when + "\" is neither refuse nor public");
    if (const auto first = section.whole("first_board", 0, 1, 100'000); first > 0)
        livechess.first_board = static_cast<int>(first);
    if (livechess.first_board &&
        !std::ranges::count(config.boards, *livechess.first_board, &BoardConfig::number))
        section.blame("first_board", "first_board is the number of no board here");
    section.finish();
    config.livechess = std::move(livechess);
}

std::vector<int> board_numbers(const Config& config) {
    std::vector<int> numbers;
    for (const auto& board : config.boards) numbers.push_back(board.number);
    return numbers;
}

/// `usual`: of [stream], where that is there.
nats::Settings read_broker(Section& section, bool of_hall, const std::optional<nats::Settings>& usual = {}) {
    const auto text = [&](const char* key, const char* example, std::string nats::Settings::*usually) {
        return usual ? section.text(key, (*usual).*usually) : section.required_text(key, example);
    };
    nats::Settings settings;
    settings.url = text("url", "nats://127.0.0.1:4222", &nats::Settings::url);
    const bool is_url = settings.url.starts_with("nats://") || settings.url.starts_with("tls://");
    if (!is_url || settings.url.contains('@') || settings.url.contains(' '))
        section.blame("url", "url must be a NATS server without a name or password, as "
                             "nats://127.0.0.1:4222; these are in credentials");
    settings.event = text("event", "olympiad", &nats::Settings::event);
    if (const auto good = stream::check_name(settings.event); !good)
        section.blame("event", "event " + good.error());
    if (of_hall) {
        settings.hall = text("hall", "West", &nats::Settings::hall);
        if (const auto good = stream::check_name(settings.hall); !good)
            section.blame("hall", "hall " + good.error());
    }
    settings.credentials = section.path("credentials");
    if (usual && settings.credentials.empty()) settings.credentials = usual->credentials;
    return settings;
}

void read_stream(Section stream, Config& config, Role role) {
    config.stream = read_broker(stream, role != Role::display);
    config.stream->domain = stream.text("domain");
    if (!config.stream->domain.empty())
        if (const auto good = stream::check_name(config.stream->domain); !good)
            stream.blame("domain", "domain " + good.error());
    stream.finish();
}

void read_standby(Section standby, Config& config) {
    config.standby = StandbyConfig{read_broker(standby, true, config.stream), standby.path("key")};
    if (config.standby->key.empty())
        standby.blame("key", "key is missing: name the file that adoube hall standby-key has made");
    standby.finish();
}

void read_hall(Section& root, Reading& reading, Config& config) {
    config.journal = root.path("journal", "adoube.journal");
    if (config.journal.empty()) root.blame("journal", "journal is empty: name a file, or leave it out");
    config.journal_copy = root.path("journal_copy");
    config.control = root.path("control");
    config.tokens = root.path("tokens");
    config.evidence_key = root.path("evidence_key");
    read_cosigners(root, config);
    config.pgn_directory = root.path("pgn_directory");
    config.delay_ms = 1000 * root.whole("delay_s", 0, 0, 24 * 3600);
    config.time_zone = root.text("time_zone");
    if (const auto zone = account::LocalTime::of(config.time_zone); !zone || config.time_zone.contains(':'))
        root.blame("time_zone", "time_zone must be a time zone that this computer knows, as Europe/Lisbon");
    read_reach(root, reading, config);
    read_merged_rounds(root, config);
    std::optional<record::Sensing> sensing;
    read_event({table_at(root, "event", reading), "[event]", reading}, config);
    read_retention({table_at(root, "retention", reading), "[retention]", reading}, config);
    if (root.has("print")) read_print({table_at(root, "print", reading), "[print]", reading}, config);
    read_wall({table_at(root, "wall", reading), "[wall]", reading}, config);
    read_play({table_at(root, "play", reading), "[play]", reading}, config, sensing);
    read_boards(root.get("board"), reading, config, sensing);
    read_livechess(root, reading, config);
    config.targets = read_targets(root.get("target"), reading, board_numbers(config));
    read_programs(root.get("program"), reading, config);
    if (root.has("stream"))
        read_stream({table_at(root, "stream", reading), "[stream]", reading}, config, Role::hall);
    if (root.has("standby")) read_standby({table_at(root, "standby", reading), "[standby]", reading}, config);
}

void read_display(Section& root, Reading& reading, Config& config) {
    read_reach(root, reading, config);
    read_wall({table_at(root, "wall", reading), "[wall]", reading}, config);
    read_stream({table_at(root, "stream", reading), "[stream]", reading}, config, Role::display);
}

} // namespace

std::string listen_text(const board::Port& listen) {
    return to_string(listen).substr(std::string_view("tcp:").size());
}

bool is_loopback(const board::Port& listen) {
    boost::system::error_code error;
    const auto address = boost::asio::ip::make_address(listen.path, error);
    return !error && address.is_loopback();
}

bool is_everywhere(const board::Port& listen) { return listen.path == "0.0.0.0" || listen.path == "::"; }

std::expected<board::Port, std::string> parse_listen(std::string_view text) {
    auto port = board::port_from("tcp:" + std::string(text));
    boost::system::error_code no_address;
    if (port) boost::asio::ip::make_address(port->path, no_address);
    if (!port || no_address || std::stol(port->service) > std::numeric_limits<std::uint16_t>::max())
        return std::unexpected("listen \"" + std::string(text) +
                               "\" is no address: write it as 127.0.0.1:8080");
    return port;
}

std::expected<Config, std::string> parse_config(std::string_view toml, const std::filesystem::path& name,
                                                Role role) {
    Reading reading(name);
    return parse_config(toml, reading, role);
}

std::expected<Config, std::string> parse_config(std::string_view toml, Reading& reading, Role role) {
    Config config;
    config.role = role;
    config.file = reading.file();
    try {
        const auto table = toml::parse(toml);
        Section root(table, "the file", reading);
        role == Role::display ? read_display(root, reading, config) : read_hall(root, reading, config);
        root.finish();
    } catch (const toml::parse_error& error) {
        reading.blame(error.source(),
                      std::string(error.description()) + quotes_for(toml, error.source().begin.line));
    }
    if (!reading.mistake().empty()) return std::unexpected(reading.mistake());
    return config;
}

std::expected<Config, std::string> read_config(const std::filesystem::path& file, Role role) {
    auto text = files::read(file, longest_config);
    if (!text) return std::unexpected("configuration " + file.string() + ' ' + text.error().text);
    auto config = parse_config(*text, file, role);
    if (config) config->text = std::move(*text);
    return config;
}

std::filesystem::path control_path(const Config& config) {
    if (!config.control.empty()) return config.control;
    return std::filesystem::path(config.journal).replace_extension(".control");
}

std::vector<std::string> doubts_of_players(const Config& config) {
    std::map<std::string, std::set<int>> boards; // by doubt
    for (const auto& board : config.boards)
        if (auto doubt = broadcast::doubt_of_players(board.tags); !doubt.empty())
            boards[std::move(doubt)].insert(board.number);
    std::vector<std::string> doubts;
    for (const auto& [doubt, of] : boards)
        doubts.push_back((of.size() == 1 ? "board " : "boards ") + text::ranges(of) + ": " + doubt);
    return doubts;
}

std::expected<board::Port, std::string> parse_livechess_listen(std::string_view text) {
    auto listen = parse_listen(text);
    if (listen && !is_loopback(*listen))
        return std::unexpected(
            std::string("listen under [livechess] must be an address of this computer alone, as "
                        "127.0.0.1:1982: whoever may open it sees every touch at once"));
    return listen;
}

std::filesystem::path sent_record_path(const Config& config, const TargetConfig& target) {
    return config.journal.string() + "-sent-" + target.settings.name;
}

std::string round_id(const record::Header& header) {
    const auto tag = [&](const char* name) {
        const auto found = header.tags.find(name);
        return found != header.tags.end() ? found->second : std::string();
    };
    auto date = tag("Date");
    std::ranges::replace(date, '.', '-');
    std::string id;
    for (const auto& part : {tag("Event"), date, "r" + tag("Round")}) {
        if (!id.empty() && id.back() != '-') id += '-';
        for (const char c : part) {
            const bool inside = !id.empty() && id.back() != '-' && id.back() != '.';
            const bool alphanumeric =
                (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
            if (alphanumeric || (c == '.' && inside))
                id += c;
            else if (inside)
                id += '-';
        }
    }
    return id;
}

std::string game_id(const record::Header& header, int board) {
    const auto round = round_id(header);
    return round + (round.ends_with('-') ? "b" : "-b") + std::to_string(board);
}

} // namespace adoube::adoubed
