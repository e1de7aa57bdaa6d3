#include "tests/unit/round/dgt_on_cable.hpp"

namespace adoube::tests {

round::Round::Seat dgt_seat(const char* time_control) {
    auto dgt = seat(1);
    dgt.maker = drivers::Maker::dgt;
    dgt.table.header.tags = {{"White", "Ann Adams"}, {"Black", "Ben Baker"}};
    dgt.table.header.time_control = time_control;
    return dgt;
}

} // namespace adoube::tests
