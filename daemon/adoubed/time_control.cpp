#include "daemon/adoubed/time_control.hpp"

#include "daemon/umpire/data/time_control_words.hpp"

namespace adoube::adoubed {

std::string time_control_in_words(const record::Header& header) {
    const auto periods = umpire::parse_time_control(header.time_control);
    if (!periods || periods->empty()) return {};
    const auto doubt = umpire::doubt_about(*periods, header.laws, header.rate_of_play);
    return umpire::in_words(*periods) + (doubt ? "; " + *doubt : "");
}

} // namespace adoube::adoubed
