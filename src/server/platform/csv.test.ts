import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CsvValue, csvDownload, writeCsv } from "./csv.ts";

describe("CSV table", () => {
  const row = (...values: (string | number | null)[]) =>
    writeCsv({ name: "t", columns: ["a"], rows: [values] }).slice("\ufeffa\r\n".length, -2);

  it("quotes characters that would break it", () => {
    expect(row('say "so", twice\nor more', null, -3.5)).toBe('"say ""so"", twice\nor more",,-3.5');
    expect(row("a,b", null, -3.5)).toBe('"a,b",,-3.5');
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1"])("writes %j as text", (formula) => {
    expect(row(formula)?.startsWith("'")).toBe(true);
  });

  it("keeps formulas from running whatever precedes them, and every text recoverable", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
        const written = row(text);
        const inside = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
        expect([text, `'${text}`]).toContain(inside);
        expect(inside).not.toMatch(/^[\s\u200e\u200f]*[=+\-@]/);
      }),
      { numRuns: 500 },
    );
  });

  it("is the same row by row as in one piece", async () => {
    const columns = ["number", "name"];
    const rows: CsvValue[][] = [
      [1, "=1+1"],
      [2, 'الردهة, "A"'],
      [3, null],
      ...Array.from({ length: 5000 }, (_, index): CsvValue[] => [index, "Level 2, hall"]),
    ];
    const record = { action: "user.exported" } as const;
    const stream = await csvDownload({ name: "t.csv", record, columns, rows: () => rows }).open();
    expect(Buffer.concat(await stream.toArray()).toString()).toBe(writeCsv({ name: "t", columns, rows }));
  });
});
