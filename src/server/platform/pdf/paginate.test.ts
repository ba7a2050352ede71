import { describe, expect, it } from "vitest";
import { type Block, paginate, type Row } from "./paginate.ts";

const row = (height: number, isHeading = false): Row => ({
  height,
  gap: 0,
  isHeading,
  draw: () => undefined,
});
const again = row(1);
const block = (...rows: Row[]): Block => ({ rows, gap: 10, core: 2, again: () => again });
const places = (blocks: Block[]) =>
  [...paginate(blocks, 0, 100)].map(({ page, y, row: { height } }) => [page, y, height]);

describe("report pages", () => {
  it("place one snag after the other as long as they fit", () => {
    expect(places([block(row(20, true), row(20)), block(row(20, true), row(20))])).toEqual([
      [0, 0, 20],
      [0, 20, 20],
      [0, 50, 20],
      [0, 70, 20],
    ]);
  });

  it("start with a snag whose heading would not fit into the remaining space", () => {
    expect(places([block(row(20, true), row(30)), block(row(20, true), row(30))]).slice(2)).toEqual([
      [1, 0, 20],
      [1, 20, 30],
    ]);
  });

  it("leave a little space rather than break one", () => {
    const second = block(row(5, true), row(5), row(30));
    expect(places([block(row(20, true), row(55)), second]).slice(2)).toEqual([
      [1, 0, 5],
      [1, 5, 5],
      [1, 10, 30],
    ]);
  });

  it("break one where much would stay empty, repeat its heading, and keep headings with their content", () => {
    const second = block(row(5, true), row(20), row(15), row(4, true), row(30));
    expect(places([block(row(20, true), row(20)), second]).slice(2)).toEqual([
      [0, 50, 5],
      [0, 55, 20],
      [0, 75, 15],
      [1, 0, 1],
      [1, 7, 4],
      [1, 11, 30],
    ]);
  });

  it("never let a row extend below the foot of a page, unless it is higher than a page itself", () => {
    const rows = Array.from({ length: 200 }, (_, at) => row(7 + ((at * 13) % 30), at % 5 === 3));
    for (const [, y = 0, height = 0] of places([block(...rows)])) expect(y + height).toBeLessThanOrEqual(100);
  });
});
