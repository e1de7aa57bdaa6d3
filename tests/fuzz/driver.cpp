// A fuzz driver for compilers without one: the inputs, then repeatable mutations of them. Usage: fuzz_NAME
// FILE_OR_DIRECTORY… A failing input is left in `broken-input`.

#include "tests/fuzz/fuzz.hpp"
#include "tests/tier.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <unistd.h>
#include <vector>

// The sanitizers call this before they end the process.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

namespace {

using Input = std::vector<std::uint8_t>;
constexpr std::size_t longest_input = 4096;

const Input* under_test = nullptr;

void keep_input() {
    const int file = ::open("broken-input", O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0 || under_test == nullptr) return;
    if (::write(file, under_test->data(), under_test->size()) >= 0)
        std::fprintf(stderr, "the input is in the file broken-input (%zu bytes)\n", under_test->size());
    ::close(file);
}
void on_signal(int signal) {
    keep_input();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void try_input(const Input& input) {
    under_test = &input;
    LLVMFuzzerTestOneInput(input.data(), input.size());
}

std::vector<Input> read_corpus(int count, char** paths) {
    std::vector<std::filesystem::path> files;
    for (int n = 0; n < count; ++n) {
        if (std::filesystem::is_directory(paths[n]))
            for (const auto& entry : std::filesystem::directory_iterator(paths[n]))
                files.push_back(entry.path());
        else
            files.emplace_back(paths[n]);
    }
    std::ranges::sort(files); // directory order varies
    std::vector<Input> corpus;
    for (const auto& path : files) {
        std::ifstream file(path, std::ios::binary);
        corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return corpus;
}

void mutate(Input& input, const std::vector<Input>& corpus, std::mt19937_64& random) {
    const auto place = [&](std::size_t size) { return static_cast<std::ptrdiff_t>(random() % (size + 1)); };
    if (input.empty()) input.push_back(static_cast<std::uint8_t>(random()));
    const std::size_t at = random() % input.size();
    const auto here = input.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random() % 7) {
    case 0: *here ^= static_cast<std::uint8_t>(1u << random() % 8); break;
    case 1: *here = static_cast<std::uint8_t>(random()); break;
    case 2: *here = std::array<std::uint8_t, 6>{0, 1, 0x7F, 0x80, 0xFE, 0xFF}[random() % 6]; break;
    case 3: input.insert(here, static_cast<std::uint8_t>(random())); break;
    case 4: input.erase(here, here + 1 + place(std::min<std::size_t>(input.size() - at - 1, 16))); break;
    case 5: { // a piece again
        const Input piece(here, here + place(std::min<std::size_t>(input.size() - at, 64)));
        input.insert(input.begin() + place(input.size()), piece.begin(), piece.end());
        break;
    }
    default: { // the end of another
        const Input& other = corpus[random() % corpus.size()];
        input.erase(here, input.end());
        input.insert(input.end(), other.begin() + place(other.size()), other.end());
    }
    }
    if (input.size() > longest_input) input.resize(longest_input);
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s FILE_OR_DIRECTORY…\n", argv[0]);
        return 2;
    }
    const int rounds = adoube::tests::many({5'000, 100'000});
    const std::vector<Input> corpus = read_corpus(argc - 1, argv + 1);
    if (corpus.empty()) {
        std::fprintf(stderr, "%s: no inputs in %s\n", argv[0], argv[1]);
        return 2;
    }
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS}) std::signal(signal, on_signal);
    if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(keep_input);

    try_input({});
    for (const Input& input : corpus) try_input(input);
    std::mt19937_64 random(adoube::tests::seed(1));
    for (int round = 0; round < rounds; ++round) {
        Input input = corpus[random() % corpus.size()];
        for (auto mutations = random() % 8 + 1; mutations > 0; --mutations) mutate(input, corpus, random);
        try_input(input);
    }
    std::printf("%zu kept inputs and %d mutations of them, none broke it\n", corpus.size(), rounds);
}
