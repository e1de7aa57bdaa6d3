#include "daemon/umpire/data/in_words.hpp"

#include <cstdio>
#include <cstdlib>

namespace adoube::umpire {

std::string clock_time(std::int64_t ms) {
    const auto s = std::llabs(ms) / 1000;
    char text[48];
    std::snprintf(text, sizeof text, "%s%lld:%02lld:%02lld", ms <= -1000 ? "-" : "", s / 3600, s / 60 % 60,
                  s % 60);
    return text;
}

std::string in_words(std::string_view kind, std::int64_t seq, std::int64_t move, std::string_view article,
                     std::string_view text) {
    std::string words(kind);
    words += ' ' + std::to_string(seq) + ", move " + std::to_string(move);
    if (!article.empty()) words.append(", Article ").append(article);
    return words.append(": ").append(text);
}

std::string how_to_do(std::string_view result, std::array<std::int64_t, 2> add_ms) {
    std::string words = result == "*" || result.empty() ? "" : "result " + std::string(result);
    std::string time;
    for (std::size_t side = 0; side < 2; ++side) {
        const auto seconds = add_ms[side] / 1000;
        if (seconds == 0) continue;
        time.append(side == 0 ? " w=" : " b=").append(seconds > 0 ? "+" : "").append(std::to_string(seconds));
    }
    if (!time.empty()) words += (words.empty() ? "time" : ", time") + time;
    return words.empty() ? words : " (" + words + ")";
}

std::string in_words(const Incident& incident) {
    return in_words("incident", incident.seq, incident.move, incident.article, incident.text.told());
}

std::string in_words(const Proposal& proposal) {
    return in_words("proposal", proposal.seq, proposal.move, proposal.article, proposal.text.told()) +
           how_to_do(chess::to_string(proposal.result), proposal.add_ms);
}

} // namespace adoube::umpire
