import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPaths, safeName } from "./paths.ts";

describe("names in a zip", () => {
  it.each([
    ["Hall", "Hall"],
    ["الردهة الرئيسية", "الردهة الرئيسية"],
    ["../../etc/passwd", "etc passwd"],
    ["C:\\Windows\\system32", "C Windows system32"],
    ['a<b>c:d"e|f?g*h', "a b c d e f g h"],
    ["CON", "_CON"],
    ["nul.jpg", "_nul.jpg"],
    ["Level 2.", "Level 2"],
    [".hidden", "hidden"],
    ["evil\u202egpj.exe", "evil gpj.exe"],
    ["line\nbreak\u0000", "line break"],
    [" . ", ""],
  ])("%j becomes %j", (text, name) => {
    expect(safeName(text)).toBe(name);
  });

  it("never escape the folder, whatever was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
        const path = createPaths().file("originals", text, "01", ".jpg");
        expect(path).not.toMatch(/[\p{Cc}<>:"\\|?*]/u);
        expect(path.split("/")).toHaveLength(2);
        expect(path.split("/")).not.toContain("..");
        expect(path).not.toMatch(/[ .]\/|\/[ .]/);
      }),
      { numRuns: 500 },
    );
  });

  it("are distinct also on a disk that ignores case", () => {
    const paths = createPaths();
    expect(paths.file("a", "Hall", "1", ".jpg")).toBe("a/Hall.jpg");
    expect(paths.file("a", "HALL", "1", ".jpg")).toBe("a/HALL (2).jpg");
    expect(paths.file("b", "Hall", "1", ".jpg")).toBe("b/Hall.jpg");
  });
});
