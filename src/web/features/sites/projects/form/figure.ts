/** Value of a number field: the number, or the input when it is none. The server validates it. */
export type Figure = number | string;

const arabicDigits = "٠١٢٣٤٥٦٧٨٩";
const persianDigits = "۰۱۲۳۴۵۶۷۸۹";

/** Parses a typed number: with Arabic digits, spaces, an Arabic or a thousands comma. Other text is returned as it is. */
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
