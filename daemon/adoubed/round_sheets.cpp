#include "daemon/adoubed/round_sheets.hpp"

#include "daemon/server/refusal.hpp"
#include "daemon/sheet/pdf.hpp"
#include "daemon/tlog/checkpoint.hpp"

namespace adoube::adoubed {

std::expected<SheetsAsked, std::string> sheets_asked(std::string_view target) {
    constexpr std::uint64_t last_round = 99;
    const auto value = [&](std::string_view name) { return server::query_value(target, name); };
    SheetsAsked asked{0, {sheet::default_letters(), value("times") == "yes", {}}};
    if (const auto text = value("round"); !text.empty()) {
        const auto round = tlog::parse_decimal(text);
        if (!round || *round < 1 || *round > last_round)
            return std::unexpected("round must be a number from 1 to " + std::to_string(last_round));
        asked.round = static_cast<int>(*round);
    }
    if (const auto name = value("letters"); !name.empty()) {
        auto letters = sheet::letters_named(name);
        if (!letters) return std::unexpected(letters.error());
        asked.how.letters = *letters;
    }
    if (const auto of = value("for"); of == "white" || of == "black")
        asked.how.of = of == "white" ? chess::Side::white : chess::Side::black;
    else if (!of.empty())
        return std::unexpected(std::string("for must be white or black"));
    return asked;
}

server::Response sheets_for(const std::filesystem::path& journal, const SheetsAsked& asked,
                            const access::Grant& who, const account::LocalTime& local, std::int64_t now_utc_s,
                            const std::string& site) {
    const auto round = sheet::sheets_of_round(journal, asked.round, who, {asked.how, site, local, now_utc_s});
    if (!round) return server::refusal(404, round.error());
    std::vector<sheet::Sheet> sheets;
    for (const auto& one : round->sheets) sheets.push_back(one.sheet);
    auto pdf = sheet::pdf_of(sheets);
    if (!pdf) return server::refusal(503, pdf.error());
    return {.type = "application/pdf", .body = std::move(pdf->bytes), .etag = {}, .fields = {}};
}

} // namespace adoube::adoubed
