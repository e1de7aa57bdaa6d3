#include "daemon/text/ranges.hpp"

namespace adoube::text {

std::string ranges(const std::set<int>& numbers) {
    std::string text;
    for (auto at = numbers.begin(); at != numbers.end();) {
        const int first = *at;
        int last = first;
        while (++at != numbers.end() && *at == last + 1) ++last;
        text += (text.empty() ? "" : ", ") + std::to_string(first);
        if (last > first) text += " to " + std::to_string(last);
    }
    return text;
}

} // namespace adoube::text
