#include "daemon/sheet/pen.hpp"

#include "daemon/text/quoting.hpp"

#include <algorithm>

namespace adoube::sheet {
namespace {

constexpr double points_in_mm = 72 / 25.4;
constexpr double smallest_scale = 0.7;
// The first has all of Latin, Greek and Cyrillic; the others are asked for the figurines. Whatever these
// lack, fontconfig finds in any font of this computer.
constexpr auto families = "Noto Sans, DejaVu Sans, Noto Sans Symbols2, sans-serif";

double in_mm(int pango_units) { return pango_units / static_cast<double>(PANGO_SCALE) / points_in_mm; }
int in_pango(double mm) { return static_cast<int>(mm * points_in_mm * PANGO_SCALE); }

double width_of(PangoLayout* layout) {
    int width = 0;
    pango_layout_get_size(layout, &width, nullptr);
    return in_mm(width);
}

/// Alignment on the paper: Pango means the beginning of a line, which in Arabic is on the right.
PangoAlignment alignment(Align align, PangoLayout* layout) {
    if (align == Align::centre) return PANGO_ALIGN_CENTER;
    const bool from_right = pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL;
    return (align == Align::left) != from_right ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT;
}

} // namespace

Pen::Pen(cairo_t* page, PangoContext* fonts) : page_(page), fonts_(fonts) {}

/// Cairo draws nothing more of a file once it has met what is no character.
Pen::Layout Pen::layout(const std::string& words, const Hand& hand, double scale) {
    const auto text = text::without_controls(words);
    Layout made(pango_layout_new(fonts_), g_object_unref);
    const std::unique_ptr<PangoFontDescription, decltype(&pango_font_description_free)> font(
        pango_font_description_from_string(families), pango_font_description_free);
    pango_font_description_set_absolute_size(font.get(), hand.points * scale * PANGO_SCALE);
    if (hand.bold) pango_font_description_set_weight(font.get(), PANGO_WEIGHT_BOLD);
    pango_layout_set_font_description(made.get(), font.get());
    pango_layout_set_text(made.get(), text.c_str(), static_cast<int>(text.size()));
    pango_layout_set_alignment(made.get(), alignment(hand.align, made.get()));
    return made;
}

void Pen::shade(double grey) { cairo_set_source_rgb(page_, grey, grey, grey); }

void Pen::write(double x, double baseline, double width, const std::string& text, const Hand& hand) {
    if (text.empty()) return;
    auto line = layout(text, hand);
    if (const auto natural = sheet::width_of(line.get()); natural > width)
        line = layout(text, hand, std::max(width / natural * 0.99, smallest_scale));
    pango_layout_set_single_paragraph_mode(line.get(), TRUE);
    pango_layout_set_width(line.get(), in_pango(width));
    pango_layout_set_ellipsize(line.get(), PANGO_ELLIPSIZE_END);
    without_font_ += pango_layout_get_unknown_glyphs_count(line.get());
    shade(hand.grey);
    cairo_move_to(page_, x * points_in_mm,
                  baseline * points_in_mm - pango_layout_get_baseline(line.get()) / double(PANGO_SCALE));
    pango_cairo_show_layout(page_, line.get());
}

double Pen::width_of(const std::string& text, const Hand& hand) {
    return sheet::width_of(layout(text, hand).get());
}

double Pen::write_paragraph(double x, double top, double width, const std::string& text, const Hand& hand,
                            int most_lines, bool draw) {
    const auto paragraph = layout(text, hand);
    pango_layout_set_width(paragraph.get(), in_pango(width));
    pango_layout_set_wrap(paragraph.get(), PANGO_WRAP_WORD_CHAR);
    if (most_lines != any_lines) {
        pango_layout_set_height(paragraph.get(), -most_lines);
        pango_layout_set_ellipsize(paragraph.get(), PANGO_ELLIPSIZE_END);
    }
    if (draw) {
        without_font_ += pango_layout_get_unknown_glyphs_count(paragraph.get());
        shade(hand.grey);
        cairo_move_to(page_, x * points_in_mm, top * points_in_mm);
        pango_cairo_show_layout(page_, paragraph.get());
    }
    int height = 0;
    pango_layout_get_size(paragraph.get(), nullptr, &height);
    return in_mm(height);
}

void Pen::line(double x1, double y1, double x2, double y2, double grey, double width) {
    shade(grey);
    cairo_set_line_width(page_, width * points_in_mm);
    cairo_move_to(page_, x1 * points_in_mm, y1 * points_in_mm);
    cairo_line_to(page_, x2 * points_in_mm, y2 * points_in_mm);
    cairo_stroke(page_);
}

void Pen::fill(double x, double y, double width, double height, double grey) {
    shade(grey);
    cairo_rectangle(page_, x * points_in_mm, y * points_in_mm, width * points_in_mm, height * points_in_mm);
    cairo_fill(page_);
}

void Pen::fill_cells(double x, double y, double cell, int side, const std::vector<bool>& dark) {
    const double size = cell * points_in_mm;
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column)
            if (dark[static_cast<std::size_t>(row * side + column)])
                cairo_rectangle(page_, x * points_in_mm + column * size, y * points_in_mm + row * size, size,
                                size);
    shade(0);
    cairo_fill(page_);
}

void Pen::frame(double x, double y, double width, double height, double grey, double line_width) {
    shade(grey);
    cairo_set_line_width(page_, line_width * points_in_mm);
    cairo_rectangle(page_, x * points_in_mm, y * points_in_mm, width * points_in_mm, height * points_in_mm);
    cairo_stroke(page_);
}

} // namespace adoube::sheet
