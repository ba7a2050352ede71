import { z } from "zod";
import type { ToolClientOptions } from "../tools/clients.ts";
import { type ToolClient, ToolFailure, type ToolNews, type ToolTokens } from "../tools/tool-client.ts";
import { readAnswer } from "../tools/tool-trouble.ts";
import { codeOf, type MondayCall } from "./monday-call.ts";
import { Item, itemFields } from "./monday-item.ts";

const Page = z.object({ cursor: z.string().nullish(), items: z.array(Item) });
const Log = z.object({
  id: z.string(),
  event: z.string(),
  data: z.string(),
  created_at: z.string(),
  user_id: z.string(),
});
const First = z.object({
  boards: z.array(z.object({ items_page: Page, activity_logs: z.array(Log).nullish() })).nullish(),
});
type Log = z.output<typeof Log>;
const Next = z.object({ next_items_page: Page });

const Gone = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue("no JSON");
      return z.NEVER;
    }
  })
  .pipe(z.object({ pulse_id: z.coerce.string() }));

/** A log entry that an item was archived or deleted. Its times are in ten-millionths of a second since 1970. */
function goneIn({ id, event, data, created_at, user_id }: Log): readonly ToolNews[] {
  if (event !== "archive_pulse" && event !== "delete_pulse") return [];
  const read = Gone.safeParse(data);
  const at = new Date(Number(created_at) / 10_000);
  return read.success ? [{ key: id, cardId: read.data.pulse_id, kind: "gone", at, actorId: user_id }] : [];
}

/** Log entries per request. */
const mostLogs = 500;
/** Items per page, and pages that are searched. */
const perPage = 200;
const mostPages = 25;

/** Items of a board page by page, and their log. */
export function createMondayPages(
  { clock }: ToolClientOptions,
  call: MondayCall,
): Pick<ToolClient, "changesSince"> & {
  /** Most recently changed first. */
  itemsOf(tokens: ToolTokens, boardId: string): AsyncGenerator<Item>;
} {
  /**
   * Items of a board, most recently changed first. An expired cursor restarts, once. `since`: the board's log from then
   * on comes with the first page, for `hear`; each call counts against a daily quota.
   */
  async function* itemsOf(
    tokens: ToolTokens,
    boardId: string,
    { since, hear }: { readonly since?: Date; readonly hear?: (logs: readonly Log[]) => void } = {},
  ): AsyncGenerator<Item> {
    const logs = `activity_logs(from: "${since?.toISOString() ?? ""}", limit: ${mostLogs}) { id event data created_at user_id }`;
    const order = '{ order_by: [{ column_id: "__last_updated__", direction: desc }] }';
    const first = `query ($board: ID!, $limit: Int!) { boards(ids: [$board]) { ${since === undefined ? "" : logs} items_page(limit: $limit, query_params: ${order}) { cursor items { ${itemFields} } } } }`;
    const next = `query ($cursor: String!, $limit: Int!) { next_items_page(cursor: $cursor, limit: $limit) { cursor items { ${itemFields} } } }`;
    let cursor: string | null | undefined;
    let mayBeginAnew = true;
    for (let page = 0; page < mostPages; page++) {
      if (cursor === undefined) {
        const variables = { board: boardId, limit: perPage };
        const { boards } = readAnswer(First, await call(tokens, first, { variables }));
        const board = boards?.[0];
        if (board === undefined) throw new ToolFailure("not_found", "the board is not there");
        hear?.(board.activity_logs ?? []);
        const found = board.items_page;
        yield* found.items;
        cursor = found.cursor ?? null;
      } else {
        const variables = { cursor, limit: perPage };
        try {
          const found = readAnswer(Next, await call(tokens, next, { variables })).next_items_page;
          yield* found.items;
          cursor = found.cursor ?? null;
        } catch (error) {
          if (!mayBeginAnew || !/cursor/i.test(codeOf(error))) throw error;
          mayBeginAnew = false;
          cursor = undefined;
        }
      }
      if (cursor === null) return;
    }
  }

  return {
    itemsOf,
    // Existing items: which changed, not how; the caller loads them. Deleted ones are in the log alone.
    async changesSince(tokens, { boardId, since }) {
      const changed: Item[] = [];
      const gone: ToolNews[] = [];
      const hear = (logs: readonly Log[]) => gone.push(...logs.flatMap(goneIn));
      for await (const item of itemsOf(tokens, boardId, { since, hear })) {
        // Times are in whole seconds.
        if ((item.updated_at?.getTime() ?? 0) < Math.floor(since.getTime() / 1000) * 1000) break;
        changed.push(item);
      }
      const standing = changed.toReversed().map(
        ({ id, updated_at }): ToolNews => ({
          key: `${id}:${updated_at?.toISOString() ?? ""}`,
          cardId: id,
          kind: "status",
          at: updated_at ?? clock.now(),
          actorId: null,
        }),
      );
      return [...standing, ...gone].sort((a, b) => a.at.getTime() - b.at.getTime());
    },
  };
}
