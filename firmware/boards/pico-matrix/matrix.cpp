#include "firmware/boards/pico-matrix/matrix.hpp"

#include "firmware/boards/pico-matrix/pins.hpp"
#include "firmware/rp2040/clocks.hpp"
#include "firmware/rp2040/contacts.hpp"
#include "firmware/rp2040/dma.hpp"
#include "firmware/rp2040/interrupts.hpp"
#include "firmware/rp2040/pio.hpp"

#include <array>

namespace adoube::pico_matrix {

using namespace rp2040;

namespace {

// Half a metre of line with eight diodes has 100-200 pF; a 4 mA pin charges it in 0.2 µs. Pull-downs would
// take 10 µs to discharge it, so the pins do it.
constexpr std::uint32_t settle_ns = 450, input_cycles = 2; // synchronizers (3.5.6.3)
constexpr std::uint32_t discharge_ns = 300;
constexpr unsigned cycles(std::uint32_t ns) { return (ns * (system_hz / 1'000'000) + 999) / 1'000; }

constexpr unsigned lines = 16;
static_assert(first_file == first_rank + 8, "the lines are one after another");

/// A look drives one line high, or none, and takes what all show; before and after, all are low and released.
constexpr pio::Instruction program[] = {
    pio::pull_block, // which line is driven, twice
    pio::out(pio::Out::pins, lines),
    pio::then_wait(pio::out(pio::Out::pindirs, lines), cycles(settle_ns) + input_cycles),
    pio::in_all_pins,
    pio::push_block,
    pio::mov_pins_zero,
    pio::pull_block, // which are discharged; then none
    pio::then_wait(pio::out(pio::Out::pindirs, lines), cycles(discharge_ns)),
    pio::out(pio::Out::pindirs, lines),
};

struct Orders {
    std::uint32_t driven_twice, discharged;
};
/// One with nothing driven, then one for each line, files first.
constexpr unsigned looks = 1 + lines, first_rank_look = 9;
constexpr Pins line_of_look(unsigned look) {
    if (look == 0) return 0;
    return look < first_rank_look ? pin(first_file + look - 1) : pin(first_rank + look - first_rank_look);
}

std::array<Orders, looks> orders; // made at the start: shorter than the table in flash
std::array<Pins, looks> seen;

void make_orders() {
    for (unsigned look = 0; look < looks; ++look) {
        const std::uint32_t line = line_of_look(look) >> first_rank;
        orders[look] = {line | line << lines, line | files >> first_rank};
    }
}

constexpr DmaChannel to_pio{0}, to_memory{1};

constexpr std::uint64_t squares_of_rank(unsigned rank) { return std::uint64_t{0xff} << (8 * rank); }
constexpr std::uint64_t squares_of_files(Pins set) {
    return 0x0101010101010101 * ((set & files) >> first_file);
}
constexpr std::uint64_t squares_of_ranks(Pins set) {
    std::uint64_t squares = 0;
    for (unsigned rank = 0; rank < 8; ++rank)
        if ((set & pin(first_rank + rank)) != 0) squares |= squares_of_rank(rank);
    return squares;
}

struct Look {
    std::uint64_t occupied = 0;
    std::uint64_t broken = 0;

    void whole() {
        Pins wrong = seen[0] & (ranks | files);
        for (unsigned file = 0; file < 8; ++file) wrong |= wrong_with_file(file);
        std::uint32_t half[2]{};
        for (unsigned rank = 0; rank < 8; ++rank) {
            wrong |= wrong_with_rank(rank);
            half[rank / 4] |= (seen[first_rank_look + rank] & files) >> first_file << (8 * (rank % 4));
        }
        occupied = std::uint64_t{half[1]} << 32 | half[0];
        if (wrong != 0) [[unlikely]]
            find_fault();
    }

  private:
    static Pins wrong_with_file(unsigned file) {
        return (seen[1 + file] ^ pin(first_file + file)) & (ranks | files);
    }
    static Pins wrong_with_rank(unsigned rank) {
        return (seen[first_rank_look + rank] ^ pin(first_rank + rank)) & ranks;
    }
    [[gnu::noinline]] void find_fault() {
        const Pins always_high = seen[0] & (ranks | files);
        broken = squares_of_ranks(always_high) | squares_of_files(always_high);
        for (unsigned file = 0; file < 8; ++file) {
            const Pins wrong = wrong_with_file(file) & ~always_high;
            if (wrong == 0) continue;
            if ((wrong & ranks) == 0)
                broken |= squares_of_files(wrong);
            else // a diode lets current back, which goes on through the ranks to the files of their pieces
                broken |= squares_of_files(pin(first_file + file)) & squares_of_ranks(wrong);
        }
        for (unsigned rank = 0; rank < 8; ++rank)
            if ((wrong_with_rank(rank) & ~always_high) != 0) broken |= squares_of_rank(rank);
    }
};

} // namespace

extern "C" void on_dma_0() { dma::ints0.write(to_memory.bit()); } // only ends the sleep

void Matrix::start() {
    make_orders();
    reset_block(Block::dma);
    to_pio.configure(dma::Pace::pio0_tx0, dma::Size::word, dma::Moves::source, 2 * looks);
    to_pio.to(pio::txf0.address());
    to_memory.configure(dma::Pace::pio0_rx0, dma::Size::word, dma::Moves::target, looks);
    to_memory.from(pio::rxf0.address());
    dma::inte0.write(to_memory.bit());
    enable_interrupt(Irq::dma_0);

    configure(ranks | files, Function::pio0, Pull::down);
    pio::start(program, 1, first_rank, lines, pio::Idle::released);
    start_contacts(contacts);
}

bool Matrix::begin(bool) {
    to_pio.from(address_of(orders.data()));
    to_memory.to(address_of(seen.data()));
    dma::multi_chan_trigger.write(to_memory.bit() | to_pio.bit());
    return true;
}

bool Matrix::done() const { return !to_memory.busy(); }

firmware::Scan Matrix::scan() {
    asm volatile("" ::: "memory"); // the DMA wrote what was seen
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
