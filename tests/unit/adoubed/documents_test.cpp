#include "tests/catch.hpp"
#include "tests/places.hpp"
#include "tests/unit/adoubed/documents.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <vector>

namespace fs = std::filesystem;

using adoube::tests::entries_below;
using adoube::tests::prose_of;

namespace {

const fs::path top = fs::path(adoube::tests::project_file("")).parent_path();

std::vector<fs::path> documents() {
    std::vector<fs::path> all;
    for (fs::recursive_directory_iterator at(top), end; at != end; ++at) {
        const auto name = at->path().filename().string();
        if (at->is_directory() && (name == "node_modules" || name == "build" || name.starts_with('.')))
            at.disable_recursion_pending();
        else if (at->path().extension() == ".md")
            all.push_back(at->path());
    }
    return all;
}

/// The anchor that Markdown renderers give a heading.
std::string anchor_of(const std::string& heading) {
    std::string anchor;
    for (const char c : heading) {
        if (c == ' ') anchor += '-';
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || (c & 0x80))
            anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return anchor;
}
std::set<std::string> anchors_of(const fs::path& document) {
    std::set<std::string> anchors;
    for (const auto& line : prose_of(document))
        if (const auto text = line.find_first_not_of('#'); text > 0 && text != std::string::npos)
            anchors.insert(anchor_of(line.substr(text + 1)));
    return anchors;
}

} // namespace

TEST_CASE("a document points to a file, or to a heading, that is not there") {
    const std::regex link(R"(\]\(([^)#\s]*)(#[^)\s]*)?\))"), code(R"(`[^`]*`)");
    const auto all = documents();
    CHECK(all.size() >= 8);
    int links = 0;
    for (const auto& document : all) {
        for (const auto& line : prose_of(document)) {
            const auto text = std::regex_replace(line, code, "");
            for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
                const auto target = (*at)[1].str(), anchor = (*at)[2].str();
                if (target.find("://") != std::string::npos) continue;
                ++links;
                INFO(document.string() << " points to " << target << anchor);
                const auto there = target.empty() ? document : document.parent_path() / target;
                CHECK(fs::exists(there));
                if (!anchor.empty()) CHECK(anchors_of(there).contains(anchor.substr(1)));
            }
        }
    }
    CHECK(links > 20);
}

TEST_CASE("a fault or a bound is said to be shown by a test that is not there") {
    std::set<std::string> known;
    for (const auto& file : fs::recursive_directory_iterator(adoube::tests::project_file("tests"))) {
        auto path = fs::relative(file.path(), top);
        known.insert(path.string());
        if (file.path().extension() != ".cpp") continue;
        known.insert(path.stem().string());
        known.insert(path.replace_extension().string());
    }
    const std::regex name("`([^`]+)`");
    for (const auto* heading : {"What happens when", "Bounds"}) {
        const auto entries = entries_below(top / "daemon/README.md", heading);
        CHECK(entries.size() > 20);
        for (const auto& entry : entries) {
            INFO(heading << ": " << entry);
            REQUIRE(entry.ends_with(')'));
            const auto shown_by = entry.substr(entry.rfind('('));
            std::sregex_iterator test(shown_by.begin(), shown_by.end(), name);
            CHECK(test != std::sregex_iterator());
            for (; test != std::sregex_iterator(); ++test) CHECK(known.contains((*test)[1]));
        }
    }
}
