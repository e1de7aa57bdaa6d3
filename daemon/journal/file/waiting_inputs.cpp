#include "daemon/journal/file/waiting_inputs.hpp"

#include "daemon/journal/file/statement.hpp"

#include <unordered_map>

namespace adoube::journal {
namespace {

/// Finds how far a game's inputs are settled: of a deleted one all, as nothing of it is to come back.
class Settled {
  public:
    static std::expected<Settled, std::string> of(Database& database, const std::string& schema) {
        const auto version = database.number("PRAGMA " + schema + ".user_version");
        if (!version) return std::unexpected(version.error());
        const auto settled = *version < 10 ? "max(n) FROM " + schema + ".inputs" // each in a row of its own
                                           : "max(last) FROM " + schema + ".runs";
        auto last = database.prepare("SELECT CASE WHEN EXISTS (SELECT 1 FROM " + schema +
                                     ".games WHERE game = ?1 AND header = '')"
                                     " THEN 9223372036854775807 ELSE (SELECT " +
                                     settled + " WHERE game = ?1) END");
        if (!last) return std::unexpected(last.error());
        return Settled(std::move(*last));
    }
    /// SQLite's code.
    int find(std::int64_t game, std::int64_t& last_n) {
        const auto [known, is_new] = known_.try_emplace(game);
        if (is_new) {
            bind(last_.get(), 1, game);
            if (sqlite3_step(last_.get()) == SQLITE_ROW) known->second = number<std::int64_t>(last_.get(), 0);
            if (const int code = sqlite3_reset(last_.get()); code != SQLITE_OK) return code;
        }
        last_n = known->second;
        return SQLITE_OK;
    }

  private:
    explicit Settled(Statement last) : last_(std::move(last)) {}
    Statement last_;
    std::unordered_map<std::int64_t, std::int64_t> known_;
};

} // namespace

std::expected<std::vector<StoredInput>, std::string> waiting_inputs(Database& database,
                                                                    const std::string& schema) {
    const auto batches = database.prepare("SELECT inputs FROM " + schema + ".batches ORDER BY n");
    if (!batches) return std::unexpected(batches.error());
    auto settled = Settled::of(database, schema);
    if (!settled) return std::unexpected(settled.error());
    std::vector<StoredInput> all;
    while (sqlite3_step(batches->get()) == SQLITE_ROW) {
        auto inputs = parse_inputs(text(batches->get(), 0));
        if (!inputs) return std::unexpected(database.damaged("a batch of inputs"));
        for (auto& input : *inputs) {
            std::int64_t last_n = 0;
            if (const int code = settled->find(input.game, last_n); code != SQLITE_OK)
                return std::unexpected(database.sentence(code));
            if (input.n > last_n) all.push_back(std::move(input));
        }
    }
    if (const int code = sqlite3_reset(batches->get()); code != SQLITE_OK)
        return std::unexpected(database.sentence(code));
    return all;
}

} // namespace adoube::journal
