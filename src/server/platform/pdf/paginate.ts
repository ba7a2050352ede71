/** A part of a document that stays together on a page. */
export interface Row {
  readonly height: number;
  /** White above it, unless it is at the top of a page. */
  readonly gap: number;
  /** Never the last on its page. */
  readonly isHeading?: boolean;
  draw(y: number): void | Promise<void>;
}

export interface Block {
  readonly rows: readonly Row[];
  /** White above it, unless it is at the top of a page. */
  readonly gap: number;
  /** Heading for the continuation on the next page. */
  again?(): Row;
  /** Drawn where the block starts, unless that is the top of a page. */
  readonly divider?: Row;
  /** Rows at its beginning that are never separated. */
  readonly core: number;
}

export interface Placed {
  readonly page: number;
  readonly y: number;
  readonly row: Row;
}

/** Share of a page: less than this is left white rather than breaking a block. */
const WHITE = 0.36;

/**
 * Assigns every row its page and position. A block that does not fit into the rest of a page starts a new one where
 * little would be wasted; otherwise it is broken between rows, after its core, and headings are never separated from
 * their content.
 */
export function* paginate(blocks: Iterable<Block>, top: number, foot: number): Generator<Placed> {
  let page = 0;
  let y = top;
  for (const block of blocks) {
    const isFirst = y === top;
    const height = heightOf(block.rows);
    const gap = isFirst ? 0 : block.gap;
    const core = heightOf(leading(block.rows, block.core));
    const isWorth = foot - y < (foot - top) * WHITE && height <= foot - top;
    if (!isFirst && y + gap + (isWorth ? height : core) > foot) {
      page += 1;
      y = top;
    } else {
      y += gap;
      if (!isFirst && block.divider) yield { page, y, row: block.divider };
    }
    for (const [at, row] of block.rows.entries()) {
      const needed = row.gap + heightOf(leading(block.rows.slice(at)));
      const isHead = at === 0 || y === top;
      if (!isHead && y + needed > foot) {
        page += 1;
        y = top;
        const again = block.again?.();
        if (again) {
          yield { page, y, row: again };
          y += again.height + 6;
        }
      } else if (!isHead) y += row.gap;
      yield { page, y, row };
      y += row.height;
    }
  }
}

/** So many rows and, while the last are headings, those after them. */
function leading(rows: readonly Row[], least = 1): readonly Row[] {
  const end = rows.findIndex(({ isHeading }, at) => at >= least - 1 && isHeading !== true);
  return rows.slice(0, end === -1 ? rows.length : end + 1);
}

const heightOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, { height, gap }, at) => sum + height + (at === 0 ? 0 : gap), 0);
