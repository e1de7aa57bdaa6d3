#include "firmware/boards/pico-matrix/matrix.hpp"

#include "firmware/boards/pico-matrix/pins.hpp"
#include "firmware/rp2040/contacts.hpp"
#include "firmware/rp2040/timer.hpp"

namespace adoube::pico_matrix {

using namespace rp2040;

namespace {

// Lines of half a metre with eight diodes have some 100 pF, which a pin charges in 20 ns; the rest is for
// hands that solder. A pull-down alone would take 10 µs to discharge them, and so the pins do it.
constexpr std::uint32_t settle_ns = 1'000;
constexpr std::uint32_t discharge_ns = 500;

/// Bit n is file n of this rank.
std::uint32_t look_at_rank(unsigned rank) {
    drive_low(files);
    spin_ns(discharge_ns);
    release(files);
    const Pins line = pin(first_rank + rank);
    drive_high(line);
    spin_ns(settle_ns);
    const Pins seen = read_pins();
    drive_low(line);
    release(line);
    return (seen & files) >> first_file;
}

} // namespace

void start_matrix() {
    configure(ranks | files, Function::sio, Pull::down);
    start_contacts(contacts);
}

firmware::Scan look() {
    firmware::Scan scan;
    std::uint32_t half[2]{};
    for (unsigned rank = 0; rank < 8; ++rank) half[rank / 4] |= look_at_rank(rank) << (8 * (rank % 4));
    scan.squares.planes[3] = std::uint64_t{half[1]} << 32 | half[0];
    scan.contacts = look_at_contacts(contacts);
    return scan;
}

} // namespace adoube::pico_matrix
