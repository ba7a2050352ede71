import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Measure, setText } from "./typeset.ts";

/** All letters have the same width: the tests check the order, and the line breaks. */
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
/** The pieces of a line from left to right; Arabic ones in logical order, as the shaper reverses them. */
const seen = (text: string, options = {}) =>
  set(text, options).lines.map(({ pieces }) =>
    pieces.toSorted((a, b) => a.x - b.x).map((piece) => piece.text),
  );

describe("line of printed text", () => {
  it("keeps English unchanged", () => {
    expect(seen("Cracked tile, 3 mm")).toEqual([["Cracked", "tile,", "3", "mm"]]);
  });

  it("orders Arabic words from right to left, and keeps each word's letters together for the shaper", () => {
    expect(seen("بلاط مكسور هنا")).toEqual([["هنا", "مكسور", "بلاط"]]);
  });

  it("keeps digits and Latin words readable within Arabic", () => {
    expect(seen("المخطط A-201 بعرض 12.5 م")).toEqual([["م", "12.5", "بعرض", "A-201", "المخطط"]]);
  });

  it("attaches a digit to the Latin letters before it, unless they are isolated", () => {
    const own = { base: "rtl", isOwn: true };
    expect(seen("Riyadh · 21 مارس", own)).toEqual([["مارس", "Riyadh", "·", "21"]]);
    expect(seen("\u2068Riyadh\u2069 · 21 مارس", own)).toEqual([["مارس", "21", "·", "Riyadh"]]);
  });

  it("keeps the order of Arabic words within English", () => {
    expect(seen("See بلاط مكسور (A)")).toEqual([["See", "مكسور", "بلاط", "(A)"]]);
  });

  it("mirrors brackets around text that is read from right to left", () => {
    // The opening bracket is on the right, and faces left.
    expect(seen("(بلاط)")).toEqual([["(", "بلاط", ")"]]);
    expect(seen("بلاط [2]")[0]?.join("")).toBe("[2]بلاط");
  });

  it("directs user input by its first letter, and our own texts like the page", () => {
    expect(seen("Hall بهو", { base: "rtl" })).toEqual([["Hall", "بهو"]]);
    expect(seen("Hall بهو", { base: "rtl", isOwn: true })).toEqual([["بهو", "Hall"]]);
  });

  it("has one line for each written line, and breaks long ones between words", () => {
    expect(seen("one two three\nfour", { width: 80 })).toEqual([["one", "two"], ["three"], ["four"]]);
    expect(set("a\n\nb").lines).toHaveLength(3);
  });

  it("breaks a word that is longer than a line", () => {
    const lines = set("x".repeat(95), { width: 100 }).lines;
    expect(lines.length).toBeGreaterThan(9);
    expect(lines.every(({ width }) => width <= 100.01)).toBe(true);
  });

  it("ends in an ellipsis when the text exceeds the limit", () => {
    const [line] = seen("one two three four five", { width: 120, most: 1 });
    expect(line?.at(-1)).toBe("…");
    expect(line?.[0]).toBe("one");
    expect(seen("one two", { width: 120, most: 1 })).toEqual([["one", "two"]]);
  });

  it("marks a letter that no font contains, and draws no directional control characters", () => {
    expect(seen("ok 漢")).toEqual([["ok", "\ufffd"]]);
    expect(seen("a\u202eb\u2066c")[0]?.join("").length).toBe(3);
  });

  it("never loses a letter of any input, and no line exceeds the width", () => {
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
