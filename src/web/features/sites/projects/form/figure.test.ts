import { describe, expect, it } from "vitest";
import { readFigure } from "./figure.ts";

describe("a typed number", () => {
  it.each([
    ["2024", 2024],
    [" 2024 ", 2024],
    ["٢٠٢٤", 2024],
    ["۲۰۲۴", 2024],
    ["24.713552", 24.713552],
    ["٢٤٫٧", 24.7],
    ["-46.5", -46.5],
    ["−5", -5],
    ["1,250,000", 1_250_000],
    ["1 250", 1250],
    ["١٬٢٥٠", 1250],
    ["007", 7],
  ])("%s is the number %d", (typed, figure) => {
    expect(readFigure(typed)).toBe(figure);
  });

  it.each(["next year", "2024?", "12,5", "1.2.3", "0x10", "1e5", "-", ""])(
    "'%s' is not a number, and stays as it was typed",
    (typed) => {
      expect(readFigure(typed)).toBe(typed);
    },
  );
});
