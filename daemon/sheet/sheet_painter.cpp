#include "daemon/sheet/sheet_painter.hpp"

#include "daemon/sheet/qr_code.hpp"

namespace adoube::sheet {
namespace {

// Millimetres on A4.
constexpr double left = 15, width = 180, right = left + width;
constexpr double block_gap = 4, block_width = (width - block_gap) / 2;
constexpr double players_top = 32, players_height = 14;
constexpr double table_top = 53, head_height = 5.5, row_height = 5.8;
constexpr double rows_top = table_top + head_height;
constexpr double table_bottom = rows_top + row_height * rows_in_column;
constexpr double foot_top = table_bottom + 6, code_side = 36;
constexpr double last_line = 288;
constexpr double number_width = 9, clock_width = 15.5;
constexpr double note_gap = 1.4;

constexpr double ink = 0, soft = 0.35, rule = 0.78, strong_rule = 0.5, shade = 0.94;

constexpr Hand small{.points = 7.5, .grey = soft};
constexpr Hand note_hand{.points = 8.5};

double bottom_of(std::size_t rows) { return rows_top + row_height * static_cast<double>(rows); }

double half_width() { return (block_width - number_width) / 2; }

} // namespace

SheetPainter::SheetPainter(cairo_t* page, PangoContext* fonts, const Sheet& sheet)
    : pen_(page, fonts), sheet_(sheet) {}

/// Notes go below the last moves where that column has room, else on pages after them.
bool SheetPainter::draw_page() {
    const auto move_pages = pages_of(sheet_);
    draw_head();
    if (page_ < move_pages)
        draw_moves(page_ + 1 == move_pages);
    else
        draw_notes(left, table_top, width);
    ++page_;
    const bool is_last = page_ >= move_pages && next_note_ == sheet_.notes.size();
    draw_foot(is_last);
    return !is_last;
}

void SheetPainter::draw_moves(bool is_last) {
    const auto first = page_ * rows_on_page, second = first + rows_in_column;
    const double x = left + block_width + block_gap;
    draw_block(left, first, rows_in_column);
    const auto rows_and_result = sheet_.rows.size() + 1;
    const auto used = rows_and_result > second ? rows_and_result - second : 0;
    const double notes_top = used == 0 ? table_top : bottom_of(used) + block_gap;
    const bool notes_fit = !sheet_.notes.empty() && notes_top + notes_height(block_width) <= table_bottom;
    draw_block(x, second, !is_last || !notes_fit ? rows_in_column : used);
    if (is_last && notes_fit) draw_notes(x, notes_top, block_width);
}

void SheetPainter::draw_head() {
    pen_.write(left, 19, sheet_.whose.empty() ? width : width - 40, sheet_.event,
               {.points = 15, .bold = true});
    pen_.write(right - 38, 19, 38, sheet_.whose, {.points = 10, .grey = soft, .align = Align::right});
    draw_fields();
    draw_player(left, sheet_.white, true);
    draw_player(left + block_width + block_gap, sheet_.black, false);
    pen_.write(left, table_top - 2.6, width, sheet_.start, {.points = 8});
}

void SheetPainter::draw_fields() {
    constexpr double gap = 5, label = 24.2, value = 28.6;
    const Hand hand{.points = 9.5};
    double x = left;
    for (const auto& field : sheet_.fields) {
        if (right - x < 10) return;
        const double wanted =
            std::max(pen_.width_of(field.value, hand), pen_.width_of(field.name, small)) + 0.5;
        const double most = field.name == "Place" ? std::min(45.0, right - x) : right - x;
        const double given = std::min(wanted, most);
        pen_.write(x, label, given, field.name, small);
        pen_.write(x, value, given, field.value, hand);
        x += given + gap;
    }
}

void SheetPainter::draw_player(double x, const Player& player, bool is_white) {
    constexpr double square = 5, inner = 3;
    pen_.frame(x, players_top, block_width, players_height, strong_rule);
    if (is_white)
        pen_.frame(x + inner, players_top + inner, square, square, ink, 0.3);
    else
        pen_.fill(x + inner, players_top + inner, square, square, ink);
    const double text = x + inner + square + 3, room = block_width - inner - square - 5;
    const Hand large{.points = 12.5, .bold = true}, two_lines{.points = 8.5, .bold = true};
    if (pen_.width_of(player.name, large) * 0.7 <= room)
        pen_.write(text, players_top + 6.6, room, player.name, large);
    else
        pen_.write_paragraph(text, players_top + 0.7, room, player.name, two_lines, 2);
    pen_.write(text, players_top + 12, room, player.detail, {.points = 8, .grey = soft});
}

void SheetPainter::draw_block(double x, std::size_t first_row, std::size_t rows) {
    if (rows == 0) return;
    draw_grid(x, rows);
    for (std::size_t row = 0; row < rows; ++row) {
        const auto at = first_row + row;
        const double baseline = bottom_of(row) + 4.2;
        if (at < sheet_.rows.size()) draw_row(x, baseline, sheet_.rows[at]);
        const auto& end = sheet_.result.empty() ? sheet_.in_play : sheet_.result;
        if (at != sheet_.rows.size() || end.empty()) continue;
        pen_.fill(x + number_width + 0.3, bottom_of(row) + 0.2, block_width - number_width - 0.6,
                  row_height - 0.4, 1);
        pen_.write(x + number_width, baseline, block_width - number_width, end,
                   {.points = 10, .bold = true, .align = Align::centre});
    }
}

void SheetPainter::draw_grid(double x, std::size_t rows) {
    const double bottom = bottom_of(rows);
    pen_.fill(x, table_top, block_width, head_height, shade);
    const double halves[] = {x + number_width, x + number_width + half_width()};
    const char* names[] = {"White", "Black"};
    for (int side = 0; side < 2; ++side) {
        pen_.write(halves[side] + 2, table_top + 3.9, half_width() - 4, names[side],
                   {.points = 8, .bold = true});
        pen_.line(halves[side], table_top, halves[side], bottom, strong_rule);
        if (!sheet_.times) continue;
        const double clock = halves[side] + half_width() - clock_width;
        pen_.line(clock, rows_top, clock, bottom, rule);
        pen_.write(clock, table_top + 3.9, clock_width - 1.5, "clock",
                   {.points = 7, .grey = soft, .align = Align::right});
    }
    for (std::size_t row = 1; row < rows; ++row) {
        const double y = bottom_of(row);
        pen_.line(x, y, x + block_width, y, row % 5 == 0 ? strong_rule : rule);
    }
    pen_.line(x, rows_top, x + block_width, rows_top, strong_rule);
    pen_.frame(x, table_top, block_width, bottom - table_top, ink, 0.25);
}

void SheetPainter::draw_row(double x, double baseline, const Row& row) {
    pen_.write(x, baseline, number_width - 1.5, std::to_string(row.number),
               {.points = 8, .grey = soft, .align = Align::right});
    draw_half(x + number_width, baseline, row.white);
    draw_half(x + number_width + half_width(), baseline, row.black);
}

void SheetPainter::draw_half(double x, double baseline, const Half& half) {
    const double room = half_width() - (sheet_.times ? clock_width : 0);
    pen_.write(x + 2, baseline, room - 2.5, half.move, {.points = 10.5});
    pen_.write(x + room, baseline, clock_width - 1.5, half.clock,
               {.points = 8, .grey = soft, .align = Align::right});
}

void SheetPainter::draw_foot(bool is_last) {
    if (is_last) {
        draw_signatures();
        draw_code();
    } else {
        pen_.write(left, foot_top + 5, width, "Continued on sheet " + std::to_string(page_ + 1),
                   {.points = 9, .bold = true, .align = Align::right});
    }
    pen_.write(left, last_line, 120, std::string(about_itself), small);
    auto which = sheet_.id;
    if (!is_last || page_ > 1) which += "  ·  sheet " + std::to_string(page_);
    pen_.write(left + 120, last_line, width - 120, which,
               {.points = 7.5, .grey = soft, .align = Align::right});
}

void SheetPainter::draw_signatures() {
    constexpr double result_width = 28, line_left = left + result_width + 6;
    const double line_right = right - (sheet_.code.empty() ? 0 : code_side + 6);
    pen_.frame(left, foot_top, result_width, 17, ink, 0.3);
    pen_.write(left + 2, foot_top + 4, result_width - 4, "Result", small);
    pen_.write(left + 2, foot_top + 12.5, result_width - 4, sheet_.result,
               {.points = 19, .bold = true, .align = Align::centre});
    pen_.write(left + 2, foot_top + 12.5, result_width - 4, sheet_.in_play,
               {.points = 8, .align = Align::centre});
    double y = foot_top + 9;
    for (const auto* who : {"White’s signature", "Black’s signature", "Arbiter"}) {
        pen_.line(line_left, y, line_right, y, ink, 0.2);
        pen_.write(line_left, y + 3.3, line_right - line_left, who, small);
        y += 14.5;
    }
}

void SheetPainter::draw_code() {
    const auto code = qr_code(sheet_.code);
    if (!code) return;
    const double x = right - code_side;
    pen_.fill_cells(x, foot_top, code_side / code->side, code->side, code->dark);
    pen_.write_paragraph(x, foot_top + code_side + 1.2, code_side, sheet_.code_says,
                         {.points = 6.5, .grey = soft});
}

double SheetPainter::notes_height(double room) {
    double height = head_height + note_gap;
    for (const auto& note : sheet_.notes)
        height += pen_.write_paragraph(0, 0, room - 4, note, note_hand, any_lines, false) + note_gap;
    return height;
}

void SheetPainter::draw_notes(double x, double top, double room) {
    pen_.fill(x, top, room, head_height, shade);
    pen_.write(x + 2, top + 3.9, room - 4, "Notes", {.points = 8, .bold = true});
    double y = top + head_height + note_gap;
    for (bool is_first = true; next_note_ < sheet_.notes.size(); is_first = false) {
        const auto& note = sheet_.notes[next_note_];
        const double height = pen_.write_paragraph(x + 2, y, room - 4, note, note_hand, any_lines, false);
        if (y + height > table_bottom && !is_first) break;
        pen_.write_paragraph(x + 2, y, room - 4, note, note_hand);
        y += height + note_gap;
        ++next_note_;
    }
    pen_.frame(x, top, room, table_bottom - top, ink, 0.25);
}

} // namespace adoube::sheet
