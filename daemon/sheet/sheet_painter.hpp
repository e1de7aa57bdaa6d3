#pragma once
// Draws a sheet page by page. Internal: use pdf.hpp.

#include "daemon/sheet/pen.hpp"
#include "daemon/sheet/sheet.hpp"

namespace adoube::sheet {

class SheetPainter {
  public:
    /// All must outlive the painter.
    SheetPainter(cairo_t* page, PangoContext* fonts, const Sheet& sheet);

    /// The next page; false: it was the last.
    bool draw_page();
    int without_font() const { return pen_.without_font(); }

  private:
    void draw_head();
    void draw_fields();
    void draw_player(double x, const Player& player, bool is_white);
    void draw_moves(bool is_last);
    void draw_block(double x, std::size_t first_row, std::size_t rows);
    void draw_grid(double x, std::size_t rows);
    void draw_row(double x, double baseline, const Row& row);
    void draw_half(double x, double baseline, const Half& half);
    void draw_foot(bool is_last);
    void draw_signatures();
    void draw_code();
    double notes_height(double room);
    /// As many as there is room for.
    void draw_notes(double x, double top, double room);

    Pen pen_;
    const Sheet& sheet_;
    std::size_t page_ = 0, next_note_ = 0;
};

} // namespace adoube::sheet
