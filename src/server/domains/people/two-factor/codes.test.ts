import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inGroups, isAppCode, newRecoveryCode, newSecret, readCode, stepOf } from "./codes.ts";

describe("the code of an authenticator app", () => {
  // RFC 6238, appendix B: the SHA-1 rows, of which apps show the last six digits.
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
  ])("matches the standard at %i seconds", (seconds, code) => {
    expect(stepOf(code, secret, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  });

  it("is recognized by its step, one before and one after now, and no further off", () => {
    const at = (seconds: number) => stepOf("081804", secret, new Date(seconds * 1000));
    const step = Math.floor(1_111_111_109 / 30);
    expect(at(step * 30 - 1)).toBe(step);
    expect(at(step * 30 + 59)).toBe(step);
    expect(at(step * 30 - 31)).toBeNull();
    expect(at(step * 30 + 60)).toBeNull();
  });

  it("is rejected unless it is six digits", () => {
    for (const code of ["", "08180", "0818045", "abcdef", "08180a"]) {
      expect(isAppCode(code), code).toBe(false);
      expect(stepOf(code, secret, new Date(1_111_111_109_000)), code).toBeNull();
    }
  });
});

describe("typed input", () => {
  it.each([
    ["123 456", "123456"],
    ["12-34-56", "123456"],
    [" ١٢٣٤٥٦ ", "123456"],
    ["۱۲۳ ۴۵۶", "123456"],
    ["\u200f123456\u200e", "123456"],
    ["ABCD-efgh-JKMN", "abcdefghjkmn"],
  ])("reads %j as %s", (typed, code) => {
    expect(readCode(typed)).toBe(code);
  });

  it("is read the same however it is grouped", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9a-z]{1,20}$/),
        fc.constantFrom(" ", "-", "\u00a0", "–"),
        (code, gap) => {
          expect(readCode(code.split("").join(gap))).toBe(code);
        },
      ),
    );
  });
});

describe("secrets", () => {
  it("have 160 bits, and are shown in groups of four", () => {
    const secret = newSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newSecret()).not.toBe(secret);
    expect(inGroups(secret).replaceAll(" ", "")).toBe(secret);
    expect(inGroups("ABCDEFGHIJ")).toBe("ABCD EFGH IJ");
  });

  it("for recovery hold more than fifty bits, with no duplicates among a thousand", () => {
    const codes = Array.from({ length: 1000 }, newRecoveryCode);
    expect(new Set(codes).size).toBe(1000);
    const letters = new Set(codes.join("").replaceAll("-", ""));
    const [first = ""] = codes;
    expect(first.replaceAll("-", "").length * Math.log2(letters.size)).toBeGreaterThan(50);
    expect(first).toBe(readCode(first).replaceAll(/(.{4})(?=.)/g, "$1-"));
  });
});
