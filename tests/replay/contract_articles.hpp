#pragma once
// The contract's table of incidents, copied by hand so that it and the laws room check each other.

#include "daemon/laws/edition.hpp"

#include <array>
#include <stdexcept>
#include <string>

namespace adoube::replay {

/// `rule`: the number of 2023 (same in 2018). Empty if the edition lacks it.
inline std::string article_of(std::string_view rule, laws::Edition edition) {
    struct Row {
        std::string_view laws_2023, laws_2009, laws_2001;
    };
    constexpr std::array rows{
        Row{"4.2.1", "4.2", "4.2"},   Row{"4.3.1", "4.3a", "4.3a"}, Row{"4.3.2", "4.3b", "4.3b"},
        Row{"4.3.3", "4.3c", "4.3c"}, Row{"4.4.1", "4.4a", "4.4a"}, Row{"4.4.2", "4.4b", "4.4b"},
        Row{"4.4.3", "4.4c", "4.4c"}, Row{"4.7", "4.6", "4.7"},     Row{"4.8", "4.7", "4.6"},
        Row{"6.9", "6.9", "6.10"},    Row{"7.2.1", "7.1a", "7.1a"}, Row{"7.2.2", "7.1b", "7.1b"},
        Row{"7.4.1", "7.3", "7.3"},   Row{"7.5.1", "7.4a", "7.4a"}, Row{"7.5.2", "7.4a", ""},
        Row{"7.5.3", "", ""},         Row{"7.5.5", "7.4b", "7.4b"}, Row{"9.1.2.1", "9.1b", "9.1a"},
        Row{"9.2.2", "9.2b", "9.2b"}, Row{"9.3.2", "9.3b", "9.3b"},
    };
    for (const Row& row : rows) {
        if (row.laws_2023 != rule) continue;
        if (edition == laws::Edition::laws_2001) return std::string(row.laws_2001);
        return std::string(edition == laws::Edition::laws_2009 ? row.laws_2009 : row.laws_2023);
    }
    throw std::out_of_range("the contract has no article " + std::string(rule));
}

} // namespace adoube::replay
