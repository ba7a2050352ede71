import { type createDocument, written } from "./canvas.ts";
import { type Block, paginate } from "./paginate.ts";

export interface Pages {
  /** Called twice: pages are counted before the first is drawn, since each shows the total. */
  readonly blocks: () => Iterable<Block>;
  /** Where a page's rows start and end, in points from its upper edge. */
  readonly top: number;
  readonly foot: number;
  /** Draws the header and footer of every page; `page` counts from 0. */
  readonly dress: (at: { readonly page: number; readonly count: number }) => void;
}

/** Draws a document while it is read: a page's pictures are in memory until the next page starts. */
export async function* drawPages(
  doc: ReturnType<typeof createDocument>,
  { blocks, top, foot, dress }: Pages,
): AsyncGenerator<Buffer> {
  let count = 0;
  for (const { page } of paginate(blocks(), top, foot)) count = page + 1;
  let current = -1;
  for (const { page, y, row } of paginate(blocks(), top, foot)) {
    while (current < page) {
      current += 1;
      doc.addPage();
      dress({ page: current, count });
    }
    await row.draw(y);
    yield* written(doc);
  }
  doc.end();
  yield* written(doc);
}
