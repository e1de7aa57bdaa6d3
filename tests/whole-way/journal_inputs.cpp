// Prints each game in the journal: its sensor log's header, then per input the board's boot id (hexadecimal)
// and number, or - -, and the input.
//
//      adoube_journal_inputs FILE

#include "daemon/journal/look.hpp"

#include <iomanip>
#include <iostream>

using namespace adoube::journal;

namespace {

void print_origin(const Entry& entry) {
    if (!entry.origin || !entry.origin->sequence)
        std::cout << "- - ";
    else
        std::cout << std::hex << std::setw(8) << std::setfill('0') << entry.origin->boot_id << ' ' << std::dec
                  << *entry.origin->sequence << ' ';
}

std::expected<void, std::string> print(const char* file) {
    const auto all = look_over(file);
    if (!all) return std::unexpected(all.error());
    for (const auto& outline : all->games) {
        const auto whole = read_game(file, outline.game.id);
        if (!whole) return std::unexpected(whole.error());
        std::cout << whole->game.header << '\n';
        for (const auto& entry : whole->inputs) {
            print_origin(entry);
            std::cout << entry.line << '\n';
        }
    }
    return {};
}

} // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "usage: adoube_journal_inputs FILE\n";
        return 2;
    }
    const auto printed = print(arguments[1]);
    if (!printed) std::cerr << printed.error() << '\n';
    return printed ? 0 : 1;
}
