#include "daemon/drivers/dgt/dgt_board.hpp"
#include "daemon/drivers/own/session.hpp"

namespace adoube::drivers {

std::unique_ptr<Driver> make_driver(Maker maker) {
    switch (maker) {
    case Maker::dgt: return std::make_unique<dgt::Board>();
    case Maker::adoube: break;
    }
    return std::make_unique<Session>();
}

} // namespace adoube::drivers
