#include "firmware/boards/pico-matrix/matrix.hpp"

#include "firmware/boards/pico-matrix/pins.hpp"
#include "firmware/rp2040/contacts.hpp"
#include "firmware/rp2040/timer.hpp"

namespace adoube::pico_matrix {

using namespace rp2040;

namespace {

// Half a metre of line with eight diodes has 100-200 pF; a 4 mA pin charges it in 0.2 µs. Pull-downs would
// take 10 µs to discharge it, so the pins do it.
constexpr std::uint32_t settle_ns = 450;
constexpr std::uint32_t discharge_ns = 300;

constexpr std::uint64_t squares_of_rank(unsigned rank) { return std::uint64_t{0xff} << (8 * rank); }
constexpr std::uint64_t squares_of_files(Pins lines) {
    return 0x0101010101010101 * ((lines & files) >> first_file);
}
constexpr std::uint64_t squares_of_ranks(Pins lines) {
    std::uint64_t squares = 0;
    for (unsigned rank = 0; rank < 8; ++rank)
        if ((lines & pin(first_rank + rank)) != 0) squares |= squares_of_rank(rank);
    return squares;
}

/// What all lines show while this one is driven high; before and after, all are low and released.
Pins look_with(Pins line) {
    drive_high(line);
    spin_ns(settle_ns);
    const Pins seen = read_pins();
    drive_low(line | files);
    spin_ns(discharge_ns);
    release(line | files);
    return seen & (ranks | files);
}

struct Look {
    std::uint64_t occupied = 0;
    std::uint64_t broken = 0;

    void whole() {
        const Pins always_high = look_with(0);
        if (always_high != 0) broken |= squares_of_ranks(always_high) | squares_of_files(always_high);
        for (unsigned file = 0; file < 8; ++file) ask_file(file, always_high);
        std::uint32_t half[2]{};
        for (unsigned rank = 0; rank < 8; ++rank)
            half[rank / 4] |= read_rank(rank, always_high) << (8 * (rank % 4));
        occupied = std::uint64_t{half[1]} << 32 | half[0];
    }

  private:
    void ask_file(unsigned file, Pins always_high) {
        const Pins line = pin(first_file + file);
        const Pins wrong = (look_with(line) ^ line) & ~always_high;
        if (wrong == 0) [[likely]]
            return;
        if ((wrong & ranks) == 0)
            broken |= squares_of_files(wrong);
        else // a diode lets current back, which goes on through the ranks to the files of their pieces
            broken |= squares_of_files(line) & squares_of_ranks(wrong);
    }
    /// Bit n is file n.
    std::uint32_t read_rank(unsigned rank, Pins always_high) {
        const Pins line = pin(first_rank + rank);
        const Pins seen = look_with(line);
        if (((seen ^ line) & ranks & ~always_high) != 0) [[unlikely]]
            broken |= squares_of_rank(rank);
        return (seen & files) >> first_file;
    }
};

} // namespace

void Matrix::start() {
    configure(ranks | files, Function::sio, Pull::down);
    start_contacts(contacts);
}

firmware::Scan Matrix::scan() {
    Look look;
    look.whole();
    firmware::Scan scan;
    scan.squares.planes[3] = look.occupied;
    scan.contacts = look_at_contacts(contacts);
    scan.broken = look.broken & broken_before_[0] & broken_before_[1];
    broken_before_[1] = broken_before_[0];
    broken_before_[0] = look.broken;
    return scan;
}

} // namespace adoube::pico_matrix
