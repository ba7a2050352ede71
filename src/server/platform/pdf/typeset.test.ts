import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Measure, setText } from "./typeset.ts";

/** Every letter is as wide as the next one: what is tested is the order, and where lines end. */
const measure: Measure = (text) => Array.from(text).length * 10;
const set = (
  text: string,
  options: { width?: number; base?: "ltr" | "rtl"; most?: number; isOwn?: boolean } = {},
) =>
  setText(text, {
    width: options.width ?? 10_000,
    base: options.base ?? "ltr",
    style: { size: 10, weight: "normal", isOwn: options.isOwn ?? false },
    measure,
    ...(options.most !== undefined && { most: options.most }),
  });
/** The pieces of a line from left to right; Arabic ones as they were written, as the shaper turns them. */
const seen = (text: string, options = {}) =>
  set(text, options).lines.map(({ pieces }) =>
    pieces.toSorted((a, b) => a.x - b.x).map((piece) => piece.text),
  );

describe("a line of text on paper", () => {
  it("leaves English as it is", () => {
    expect(seen("Cracked tile, 3 mm")).toEqual([["Cracked", "tile,", "3", "mm"]]);
  });

  it("puts Arabic words from right to left, and each word's letters stay together for the shaper", () => {
    expect(seen("بلاط مكسور هنا")).toEqual([["هنا", "مكسور", "بلاط"]]);
  });

  it("keeps figures and Latin words readable within Arabic", () => {
    expect(seen("المخطط A-201 بعرض 12.5 م")).toEqual([["م", "12.5", "بعرض", "A-201", "المخطط"]]);
  });

  it("lets Latin letters draw the figure behind them to themselves, and those that are set apart do not", () => {
    const own = { base: "rtl", isOwn: true };
    expect(seen("Riyadh · 21 مارس", own)).toEqual([["مارس", "Riyadh", "·", "21"]]);
    expect(seen("\u2068Riyadh\u2069 · 21 مارس", own)).toEqual([["مارس", "21", "·", "Riyadh"]]);
  });

  it("keeps the order of Arabic words within English", () => {
    expect(seen("See بلاط مكسور (A)")).toEqual([["See", "مكسور", "بلاط", "(A)"]]);
  });

  it("turns brackets around what is read from right to left", () => {
    // The one that opens stands on the right, and looks to the left.
    expect(seen("(بلاط)")).toEqual([["(", "بلاط", ")"]]);
    expect(seen("بلاط [2]")[0]?.join("")).toBe("[2]بلاط");
  });

  it("reads what people wrote by its first letter, our own words as the page is read", () => {
    expect(seen("Hall بهو", { base: "rtl" })).toEqual([["Hall", "بهو"]]);
    expect(seen("Hall بهو", { base: "rtl", isOwn: true })).toEqual([["بهو", "Hall"]]);
  });

  it("has one line for each that was written, and breaks those that are too long between words", () => {
    expect(seen("one two three\nfour", { width: 80 })).toEqual([["one", "two"], ["three"], ["four"]]);
    expect(set("a\n\nb").lines).toHaveLength(3);
  });

  it("breaks a word that no line could hold", () => {
    const lines = set("x".repeat(95), { width: 100 }).lines;
    expect(lines.length).toBeGreaterThan(9);
    expect(lines.every(({ width }) => width <= 100.01)).toBe(true);
  });

  it("ends in an ellipsis when there is more than may be shown", () => {
    const [line] = seen("one two three four five", { width: 120, most: 1 });
    expect(line?.at(-1)).toBe("…");
    expect(line?.[0]).toBe("one");
    expect(seen("one two", { width: 120, most: 1 })).toEqual([["one", "two"]]);
  });

  it("says that there is a letter which no font has, and draws no sign that only turns others", () => {
    expect(seen("ok 漢")).toEqual([["ok", "\ufffd"]]);
    expect(seen("a\u202eb\u2066c")[0]?.join("").length).toBe(3);
  });

  it("never loses a letter, whatever is written, and no line is wider than it may be", () => {
    const letters = fc.string({ unit: fc.constantFrom(...Array.from("abc 123 ().,-/ بلاطمكسور٣۴ \n")) });
    fc.assert(
      fc.property(letters, fc.integer({ min: 60, max: 300 }), (text, width) => {
        const { lines } = set(text, { width });
        const drawn = lines
          .flatMap(({ pieces }) => pieces.flatMap((piece) => Array.from(piece.text)))
          .toSorted();
        const written = Array.from(text.replaceAll(/[ \n]/g, "")).toSorted();
        const plain = (list: string[]) => list.map((letter) => letter.replace(")", "(")).toSorted();
        expect(plain(drawn)).toEqual(plain(written));
        expect(lines.every((line) => line.width <= width + 0.01)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
