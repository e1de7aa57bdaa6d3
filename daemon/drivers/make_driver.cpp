#include "daemon/drivers/certabo/certabo_board.hpp"
#include "daemon/drivers/chessnut/chessnut_board.hpp"
#include "daemon/drivers/dgt/dgt_board.hpp"
#include "daemon/drivers/millennium/millennium_board.hpp"
#include "daemon/drivers/own/session.hpp"

namespace adoube::drivers {

std::unique_ptr<Driver> make_driver(Maker maker, std::string_view port) {
    switch (maker) {
    case Maker::dgt: return std::make_unique<dgt::Board>(port);
    case Maker::millennium: return std::make_unique<millennium::Board>(port);
    case Maker::chessnut: return std::make_unique<chessnut::Board>(port);
    case Maker::certabo: return std::make_unique<certabo::Board>(port);
    case Maker::adoube: break;
    }
    return std::make_unique<Session>();
}

} // namespace adoube::drivers
