// The firmware's core on the chip. Commands at the UART:
//
//      T                          all tests, then a line "cases … passed … failed …"
//      B or H, length u16, bytes  as sent by a board or a host; answers with its messages
//                                 as written back, in hexadecimal, or "-", and with its counters
//
// Only this image has a heap, and only for the tests.

#include "firmware/rp2040/clocks.hpp"
#include "firmware/rp2040/gpio.hpp"
#include "firmware/rp2040/interrupts.hpp"
#include "firmware/rp2040/uart.hpp"
#include "protocol/receiver.hpp"
#include "tests/emulated/on_chip/tiny_catch.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

extern "C" {
extern const adoube::on_chip::TestCase test_cases[], test_cases_end[];
/// The boards' linker allows none.
extern void (*const constructors[])();
extern void (*const constructors_end[])();
[[gnu::used]] extern const int runs_constructors = 1;
}

namespace adoube::on_chip {
namespace {

rp2040::UartLine uart;
unsigned passed = 0, failed = 0;
unsigned section_wanted = 0, sections_seen = 0;
const char* running = "";

void write(const char* text) {
    for (std::size_t left = std::strlen(text); left != 0;) {
        while (!uart.can_send()) rp2040::sleep_until_interrupt();
        const std::size_t length = left < rp2040::UartLine::largest ? left : rp2040::UartLine::largest;
        uart.send({reinterpret_cast<const std::uint8_t*>(text), length});
        text += length;
        left -= length;
    }
}
void write(unsigned number) {
    char digits[12];
    char* first = digits + sizeof digits - 1;
    *first = 0;
    do *--first = static_cast<char>('0' + number % 10);
    while ((number /= 10) != 0);
    write(first);
}

[[noreturn]] void end(std::size_t cases) {
    write("cases ");
    write(static_cast<unsigned>(cases));
    write(" passed ");
    write(passed);
    write(" failed ");
    write(failed);
    write("\n");
    for (;;) rp2040::sleep_until_interrupt();
}
[[noreturn]] void give_up(const char* why) {
    write("gave up in \"");
    write(running);
    write("\": ");
    write(why);
    write("\n");
    ++failed;
    end(0);
}

/// Repeats, once per section.
void run(const TestCase& test_case) {
    running = test_case.name;
    section_wanted = 0;
    do {
        sections_seen = 0;
        test_case.run();
    } while (++section_wanted < sections_seen);
}

void run_all() {
    std::size_t cases = 0;
    for (const TestCase* test_case = test_cases; test_case != test_cases_end; ++test_case) {
        if (std::strstr(test_case->tags, "[many]") != nullptr) continue;
        run(*test_case);
        ++cases;
    }
    end(cases);
}

std::uint8_t read() {
    std::uint8_t byte = 0;
    while (uart.receive({&byte, 1}) == 0) rp2040::sleep_until_interrupt();
    return byte;
}

template<class Accepts>
void mirror() {
    wire::Receiver<Accepts> receiver;
    bool wrote = false;
    const unsigned low = read();
    for (unsigned left = low | static_cast<unsigned>(read()) << 8; left != 0; --left) {
        const std::uint8_t byte = read();
        receiver.feed({&byte, 1}, [&](const auto& message) {
            std::array<std::uint8_t, wire::max_frame> room{};
            const std::size_t length = wire::write_frame(message, room);
            for (std::size_t at = 0; at < length; ++at) {
                const char hex[] = {"0123456789abcdef"[room[at] >> 4], "0123456789abcdef"[room[at] & 15], 0};
                write(hex);
            }
            wrote = true;
        });
    }
    if (!wrote) write("-");
    const auto& frames = receiver.frames();
    const auto& messages = receiver.messages();
    for (const std::uint32_t count :
         {messages.good, frames.too_long, frames.bad_stuffing, frames.too_short, frames.bad_crc,
          messages.other_version, messages.unknown_type, messages.malformed}) {
        write(" ");
        write(static_cast<unsigned>(count));
    }
    write("\n");
}

} // namespace

void check(bool held, const char* file, int line) {
    if (held) {
        ++passed;
        return;
    }
    ++failed;
    write("failed in \"");
    write(running);
    write("\" at ");
    write(file);
    write(":");
    write(static_cast<unsigned>(line));
    write("\n");
}
void require(bool held, const char* file, int line) {
    check(held, file, line);
    if (!held) give_up("it cannot go on");
}
bool enter_section() { return sections_seen++ == section_wanted; }

} // namespace adoube::on_chip

extern "C" void run_board() {
    using namespace adoube;
    rp2040::start_clocks();
    rp2040::start_gpio();
    on_chip::uart.start();
    for (auto construct = constructors; construct != constructors_end; ++construct) (*construct)();
    for (;;) {
        const std::uint8_t wanted = on_chip::read();
        if (wanted == 'T') on_chip::run_all();
        if (wanted == 'B') on_chip::mirror<wire::FromBoard>();
        if (wanted == 'H') on_chip::mirror<wire::FromHost>();
    }
}

// --- what newlib and libstdc++ want of a system
extern "C" {
extern char ram_used_end[];
[[gnu::used]] void* _sbrk(std::ptrdiff_t bytes) {
    static char* end = ram_used_end;
    constexpr std::uint32_t ram_end = 0x20042000;
    if (reinterpret_cast<std::uint32_t>(end) + bytes > ram_end) adoube::on_chip::give_up("no memory is left");
    char* const begin = end;
    end += bytes;
    return begin;
}
[[gnu::used]] void abort() { adoube::on_chip::give_up("abort"); }
[[gnu::used]] int atexit(void (*)()) { return 0; } // never ends
}
void* operator new(std::size_t size) { return std::malloc(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace std {
void __throw_length_error(const char* why) { adoube::on_chip::give_up(why); }
void __throw_logic_error(const char* why) { adoube::on_chip::give_up(why); }
void __throw_out_of_range(const char* why) { adoube::on_chip::give_up(why); }
void __throw_out_of_range_fmt(const char* why, ...) { adoube::on_chip::give_up(why); }
void __throw_bad_alloc() { adoube::on_chip::give_up("no memory"); }
void __throw_bad_array_new_length() { adoube::on_chip::give_up("no memory"); }
} // namespace std
