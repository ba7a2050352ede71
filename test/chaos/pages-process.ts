import { signIn } from "../multi-node/load.ts";
import { type BellPage, openBellPage } from "./bell-page.ts";
import { until } from "./common.ts";
import { openCuttingProxy } from "./cutting-proxy.ts";

/**
 * Pages in a process of their own: measurements beside them do not wait for them, and the whole process can be
 * suspended, including timers.
 */
export type PagesOrder =
  | { readonly do: "open"; readonly count: number }
  /** Cuts the connections, and waits until all of them are back. */
  | { readonly do: "cut" }
  /** Scrolls to the end. */
  | { readonly do: "show" };

export interface PagesReport {
  /** Number of pages subscribed to their channel. */
  readonly heard: number;
  /** Number of subscriptions, in total. */
  readonly times: number;
  /** Milliseconds until the last of them had resubscribed and fetched anew. */
  readonly doneMs: number;
  /** From the cut until each of them had resubscribed. */
  readonly backMs: readonly number[];
  /** Ids in the list of the first of them. */
  readonly shown: readonly number[];
  /** The count beside the bell of each. */
  readonly unread: readonly (number | undefined)[];
  readonly toldTwice: number;
  readonly disorders: number;
}

const atOnce = 40;
const [origin = "", key = ""] = process.argv.slice(2);
const pages: BellPage[] = [];
const proxy = await openCuttingProxy(Number(new URL(origin).port));

function report(back: { doneMs: number; backMs: number[] } = { doneMs: 0, backMs: [] }): PagesReport {
  const [first] = pages;
  const total = (of: (page: BellPage) => number) => pages.reduce((sum, page) => sum + of(page), 0);
  return {
    ...back,
    heard: pages.filter((page) => page.heard() > 0).length,
    times: total((page) => page.heard()),
    shown: first?.shown().map(({ id }) => id) ?? [],
    unread: pages.map((page) => page.unread()),
    toldTwice: total((page) => page.toldTwice.length),
    disorders: total((page) => page.disorders),
  };
}

async function open(count: number): Promise<PagesReport> {
  const client = await signIn(origin);
  const { id: id_user } = await client.call("GET /api/user");
  let begun = 0;
  const work = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      pages.push(await openBellPage({ client, id_user, key, port: proxy.port }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return report();
}

async function cut(): Promise<PagesReport> {
  const before = pages.map((page) => page.heard());
  const back = new Map<BellPage, number>();
  const begin = performance.now();
  proxy.cut();
  await until(() => {
    for (const [at, page] of pages.entries())
      if (!back.has(page) && page.heard() > (before[at] ?? 0))
        back.set(page, Math.round(performance.now() - begin));
    return back.size === pages.length && pages.every((page) => page.isQuiet());
  });
  return report({ doneMs: Math.round(performance.now() - begin), backMs: [...back.values()] });
}

async function show(): Promise<PagesReport> {
  await until(() => pages.every((page) => page.isQuiet()));
  for (const page of pages) await page.scroll();
  return report();
}

process.on("message", (order: PagesOrder) => {
  const done = order.do === "open" ? open(order.count) : order.do === "cut" ? cut() : show();
  void done.then((answer) => process.send?.(answer));
});
process.once("disconnect", () => process.exit());
process.send?.({ ready: true });
