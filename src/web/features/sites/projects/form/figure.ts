/** What stands in a field for figures: the figure, or what was typed when it is none. The server says what it thinks. */
export type Figure = number | string;

const arabicDigits = "٠١٢٣٤٥٦٧٨٩";
const persianDigits = "۰۱۲۳۴۵۶۷۸۹";

/** A figure as people type it: with Arabic digits, spaces, an Arabic or a thousands comma. Text stays text. */
export function readFigure(text: string): Figure {
  const latin = text
    .replaceAll(/[٠-٩]/g, (digit) => String(arabicDigits.indexOf(digit)))
    .replaceAll(/[۰-۹]/g, (digit) => String(persianDigits.indexOf(digit)))
    .replaceAll("٫", ".")
    .replaceAll("−", "-")
    .replaceAll(/[\s٬\u200e\u200f\u2066-\u2069]/g, "")
    .replace(
      /^(-?\d{1,3})((?:,\d{3})+)(?=\.|$)/,
      (_, first: string, rest: string) => first + rest.replaceAll(",", ""),
    );
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(latin) ? Number(latin) : text.trim();
}
