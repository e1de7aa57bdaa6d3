#include "daemon/sheet/page.hpp"

#include "daemon/sheet/qr_code.hpp"
#include "daemon/text/quoting.hpp"

namespace adoube::sheet {
namespace {

std::string escaped(std::string_view text) { return text::escaped_for_html(text::without_controls(text)); }

/// `dir`: each name in the direction of its own script.
std::string element(const std::string& tag, std::string_view text, const std::string& attributes = "") {
    return "<" + tag + attributes + " dir=\"auto\">" + escaped(text) + "</" + tag + ">";
}

/// For sheet.js of the pages, which puts it into the reader's language.
std::string to_say(std::string_view key) { return " data-say=\"" + std::string(key) + "\""; }

std::string player(const Player& player, const std::string& side) {
    return "<section class=\"player " + side + "\">" + element("strong", player.name) +
           element("span", player.detail) + "</section>\n";
}

std::string fields(const Sheet& sheet) {
    std::string html = "<dl>";
    for (const auto& field : sheet.fields)
        html +=
            "<div>" + element("dt", field.name, to_say(field.key)) + element("dd", field.value) + "</div>";
    return html + "</dl>\n";
}

std::string half(const Half& half, bool times) {
    return "<td class=\"move\">" + escaped(half.move) + "</td>" +
           (times ? "<td class=\"clock\">" + escaped(half.clock) + "</td>" : "");
}

std::string column(const Sheet& sheet, std::size_t first) {
    const std::string span = sheet.times ? " colspan=\"2\"" : "";
    auto html = "<table><thead><tr><td></td><th" + span + to_say("white") + ">White</th><th" + span +
                to_say("black") + ">Black</th></tr></thead><tbody>\n";
    for (std::size_t row = first; row < first + rows_in_column && row < sheet.rows.size(); ++row)
        html += "<tr><th>" + std::to_string(sheet.rows[row].number) + "</th>" +
                half(sheet.rows[row].white, sheet.times) + half(sheet.rows[row].black, sheet.times) +
                "</tr>\n";
    return html + "</tbody></table>\n";
}

std::string moves(const Sheet& sheet) {
    std::string html = "<div class=\"moves\">\n";
    for (std::size_t first = 0; first == 0 || first < sheet.rows.size(); first += rows_in_column)
        html += column(sheet, first);
    return html + "</div>\n";
}

std::string notes(const Sheet& sheet) {
    if (sheet.notes.empty()) return {};
    auto html = "<h2" + to_say("notes") + ">Notes</h2>\n<ul>";
    for (const auto& note : sheet.notes) html += element("li", note);
    return html + "</ul>\n";
}

std::string code(const Sheet& sheet) {
    const auto code = qr_code(sheet.code);
    if (!code) return {};
    const auto from = std::to_string(-quiet_modules), side = std::to_string(code->side + 2 * quiet_modules);
    return "<figure><svg viewBox=\"" + from + " " + from + " " + side + " " + side +
           "\" role=\"img\" aria-label=\"QR code\"><path d=\"" + svg_path(*code) + "\"/></svg>" +
           element("figcaption", sheet.code_says) + "</figure>\n";
}

std::string ways_on(std::span<const Link> links) {
    if (links.empty()) return {};
    std::string html = "<nav>";
    for (const auto& link : links)
        html += "<a href=\"" + escaped(link.address) + "\"" +
                (link.is_current ? " aria-current=\"true\"" : "") + ">" + escaped(link.text) + "</a> ";
    return html + "</nav>\n";
}

} // namespace

std::string page_of(const Sheet& sheet, std::span<const Link> links, std::string_view made_of) {
    const auto title = sheet.white.name + " – " + sheet.black.name;
    auto html = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
                escaped(title) +
                "</title>\n<link rel=\"stylesheet\" href=\"/sheet.css\">\n"
                "<script type=\"module\" src=\"/sheet.js\"></script></head>\n<body>\n";
    html += ways_on(links) + "<main" +
            (made_of.empty() ? "" : " data-made-of=\"" + std::string(made_of) + "\"") + ">\n";
    html += "<header>" + element("h1", sheet.event.empty() ? title : sheet.event) +
            (sheet.whose.empty() ? "" : element("p", sheet.whose)) + "</header>\n" + fields(sheet);
    html +=
        "<div class=\"players\">" + player(sheet.white, "white") + player(sheet.black, "black") + "</div>\n";
    if (!sheet.start.empty()) html += element("p", sheet.start, " class=\"start\"");
    html += moves(sheet) + notes(sheet) + "<div class=\"end\">\n<p class=\"result\">" +
            escaped(sheet.result.empty() ? sheet.in_play : sheet.result) +
            "</p>\n<ul class=\"signatures\"><li" + to_say("sign_white") + ">White’s signature</li><li" +
            to_say("sign_black") + ">Black’s signature</li><li" + to_say("sign_arbiter") +
            ">Arbiter</li></ul>\n" + code(sheet) + "</div>\n";
    html += "<footer>" + element("span", about_itself, to_say("about_sheet")) + element("span", sheet.id) +
            "</footer>\n</main>\n</body></html>\n";
    return html;
}

} // namespace adoube::sheet
