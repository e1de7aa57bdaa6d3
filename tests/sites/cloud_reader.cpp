#include "tests/sites/cloud_reader.hpp"

#include "daemon/chess/chess960.hpp"
#include "daemon/chess/notation/san.hpp"

#include <boost/json.hpp>

#include <charconv>
#include <stdexcept>

namespace adoube::tests {
namespace {

namespace json = boost::json;

std::string text(const json::value& value) {
    return value.is_null() ? std::string() : std::string(value.as_string());
}

std::int64_t whole(std::string_view digits) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size())
        throw std::runtime_error("no whole number: " + std::string(digits));
    return number;
}

CloudPlayer player(const json::object& of) {
    CloudPlayer player;
    for (const char* part : {"fname", "mname", "lname"})
        if (const auto name = text(of.at(part)); !name.empty())
            player.name += (player.name.empty() ? "" : " ") + name;
    player.title = text(of.at("title"));
    player.federation = text(of.at("federation"));
    (void)text(of.at("gender"));
    if (!of.at("fideid").is_null()) player.fide_id = of.at("fideid").as_int64();
    return player;
}

/// "SAN", "SAN clk", "SAN clk+emt", "SAN +emt".
void take_move(const std::string& move, chess::Game& game, CloudGame& read) {
    const auto space = move.find(' ');
    const auto san = move.substr(0, space);
    const auto played = chess::move_from_san(game.position(), san);
    if (!played) throw std::runtime_error(move + " is not played: " + played.error());
    game.play(*played);
    read.sans.push_back(san);
    const auto times = space == std::string::npos ? std::string() : move.substr(space + 1);
    const auto clock = times.substr(0, times.find('+'));
    read.clocks_s.push_back(clock.empty() ? std::nullopt : std::optional(whole(clock)));
}

std::string in_pgn(const std::string& word) {
    if (word == "WHITEWIN") return "1-0";
    if (word == "BLACKWIN") return "0-1";
    if (word == "DRAW") return "1/2-1/2";
    if (word == "*" || word == "NOTPLAYED") return "*";
    throw std::runtime_error("no result: " + word);
}

void take_game(const json::object& file, CloudGame& read) {
    for (const char* must_be_there : {"serialNr", "firstMove", "comment"}) (void)file.at(must_be_there);
    if (file.at("live").as_bool() != read.is_live) throw std::runtime_error("live here, and not there");
    if (in_pgn(text(file.at("result"))) != read.result) throw std::runtime_error("two results");
    chess::Game game(chess::chess960_start(static_cast<int>(file.at("chess960").as_int64())));
    for (const auto& move : file.at("moves").as_array()) take_move(text(move), game, read);
    read.fen = game.position().fen();
    if (file.at("clock").is_null()) return;
    const auto& clock = file.at("clock").as_object();
    read.white_s = clock.at("white").as_int64();
    read.black_s = clock.at("black").as_int64();
    if (clock.at("time").as_int64() < 0) throw std::runtime_error("a time before 1970");
}

class Reader {
  public:
    explicit Reader(const std::function<std::optional<std::string>(const std::string&)>& get) : get_(get) {}

    CloudTournament read() {
        const auto file = object("tournament.json");
        for (const char* must_be_there : {"id", "country", "website", "rules", "chess960", "eboards"})
            (void)file.at(must_be_there);
        read_.name = text(file.at("name"));
        read_.location = text(file.at("location"));
        read_.time_control = text(file.at("timecontrol"));
        int round = 0;
        for (const auto& listed : file.at("rounds").as_array()) {
            read_.rounds_live.push_back(listed.at("live").as_int64() == 1);
            take_round(++round, listed.at("count").as_int64());
        }
        return std::move(read_);
    }
    CloudTournament take() { return std::move(read_); }

  private:
    json::object object(const std::string& path) {
        const auto text = get_(path);
        if (!text) throw std::runtime_error("there is no " + path);
        return json::parse(*text).as_object();
    }

    void take_round(int round, std::int64_t count) {
        if (count == 0) return;
        const auto folder = "round-" + std::to_string(round) + "/";
        const auto index = object(folder + "index.json");
        const auto date = text(index.at("date"));
        if (!date.empty() && (date.size() != 10 || date[4] != '-' || date[7] != '-'))
            throw std::runtime_error("no date: " + date);
        const auto& pairings = index.at("pairings").as_array();
        if (static_cast<std::int64_t>(pairings.size()) != count) throw std::runtime_error("two counts");
        for (int number = 1; number <= count; ++number) {
            const auto file = object(folder + "game-" + std::to_string(number) + ".json");
            const auto& pairing = pairings[static_cast<std::size_t>(number - 1)].as_object();
            if (pairing.at("white").is_null() || pairing.at("black").is_null()) continue;
            CloudGame game;
            game.round = round;
            game.number = number;
            game.white = player(pairing.at("white").as_object());
            game.black = player(pairing.at("black").as_object());
            game.result = text(pairing.at("result"));
            game.is_live = pairing.at("live").as_bool();
            take_game(file, game);
            read_.games.push_back(std::move(game));
        }
    }

    std::function<std::optional<std::string>(const std::string&)> get_;
    CloudTournament read_;
};

} // namespace

CloudTournament read_cloud(const std::function<std::optional<std::string>(const std::string& path)>& get) {
    Reader reader(get);
    try {
        return reader.read();
    } catch (const std::exception& fault) {
        auto read = reader.take();
        read.faults.emplace_back(fault.what());
        return read;
    }
}

} // namespace adoube::tests
