#include "tests/unit/evidence/mutator.hpp"

#include <algorithm>
#include <vector>

namespace adoube::tests {

std::string Mutator::mutate() {
    auto file = file_;
    for (auto changes = 1 + random_() % 2; changes > 0; --changes) change(file);
    return file;
}

std::size_t Mutator::below(std::size_t size) { return size == 0 ? 0 : random_() % size; }

void Mutator::change(std::string& file) {
    const auto at = below(file.size());
    switch (random_() % 12) {
    case 0: file[at] = static_cast<char>(file[at] ^ 1 << random_() % 8); break;
    case 1: file[at] = static_cast<char>(random_()); break;
    case 2: file.insert(at, 1, " \n0>9"[random_() % 5]); break;
    case 3: file.erase(at, 1 + below(40)); break;
    case 4: file.resize(at); break;
    case 5: file.insert(below(file.size()), file.substr(at, below(200))); break;
    case 6: change_digit(file, at); break;
    case 7: file.replace(at, below(file.size() - at), other_.substr(below(other_.size()), below(400))); break;
    default: change_lines(file, random_() % 4);
    }
}

void Mutator::change_digit(std::string& file, std::size_t at) {
    const auto digit = file.find_first_of("0123456789", at);
    if (digit != std::string::npos) file[digit] = static_cast<char>('0' + random_() % 10);
}

void Mutator::change_lines(std::string& file, std::uint64_t how) {
    std::vector<std::string> lines;
    for (std::size_t from = 0; from < file.size();) {
        const auto end = std::min(file.find('\n', from), file.size() - 1) + 1;
        lines.push_back(file.substr(from, end - from));
        from = end;
    }
    if (lines.empty()) return;
    const auto a = below(lines.size()), b = below(lines.size());
    const auto place = lines.begin() + static_cast<std::ptrdiff_t>(a);
    switch (how) {
    case 0:
        lines.erase(place, place + static_cast<std::ptrdiff_t>(std::min(lines.size() - a, 1 + below(8))));
        break;
    case 1: lines.insert(place, std::string(lines[b])); break;
    case 2: std::swap(lines[a], lines[b]); break;
    default:
        std::rotate(lines.begin() + static_cast<std::ptrdiff_t>(std::min(a, b)),
                    lines.begin() + static_cast<std::ptrdiff_t>(std::max(a, b)), lines.end());
    }
    file.clear();
    for (const auto& line : lines) file += line;
}

} // namespace adoube::tests
