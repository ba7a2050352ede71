import sharp from "sharp";
import { boundChild } from "#server/platform/bounded-child.ts";
import { codeOf } from "#server/platform/error-code.ts";

/* Common part of the child processes that decode untrusted pictures: no secrets in their environment, no database, no
 * network, a memory limit. One may die at any moment; its parent (workers.ts) counts that and continues. */
export type ChildReport<Result> =
  | { readonly kind: "previews" }
  /** `isTired`: it still holds so much memory that the next large picture might exceed the limit. */
  | { readonly kind: "done"; readonly result: Result; readonly isTired: boolean }
  /** The picture is at fault and would fail again. */
  | { readonly kind: "unreadable"; readonly reason: string }
  /** The disk or the machine is at fault. */
  | { readonly kind: "error"; readonly reason: string; readonly code: string | undefined };

/**
 * Serves the orders of the parent process. `loaders` are all formats of the library that may be tried; `make` receives
 * an order and throws the decoder's errors. The argument of this process is the limit of resident memory in bytes.
 */
export function serveOrders<Result>(
  loaders: readonly string[],
  make: (order: never, onPreviews: () => void) => Promise<Result>,
): void {
  const memoryBytes = boundChild();
  if (memoryBytes === undefined) return;
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: [...loaders] });
  const work = async (order: never): Promise<ChildReport<Result>> => {
    try {
      const result = await make(order, () => process.send?.({ kind: "previews" }));
      return { kind: "done", result, isTired: process.memoryUsage.rss() > memoryBytes / 3 };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const code = codeOf(error) || undefined;
      return isPictureFault(reason, code) ? { kind: "unreadable", reason } : { kind: "error", reason, code };
    }
  };
  process.on("message", (order) => void work(order as never).then((report) => process.send?.(report)));
}

/**
 * The library distinguishes its errors by message only: an error that is not about writing or space is about the
 * picture.
 */
function isPictureFault(reason: string, code: string | undefined): boolean {
  return code === undefined && !/no space|write|unable to (?:open|create)|enospc|memory|mkdir/i.test(reason);
}
