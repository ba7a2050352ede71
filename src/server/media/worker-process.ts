import { constants, setPriority } from "node:os";
import sharp from "sharp";
import { makeVariants, type VariantSet } from "./variants.ts";

/*
 * The child that decodes strangers' pictures, forked by workers.ts: no secrets in its environment, no database, no
 * network. It may die at any moment; whoever forked it counts that and goes on.
 */
export interface WorkOrder {
  readonly source: string;
  /** An empty folder; on success it holds the whole set. */
  readonly directory: string;
}

export type WorkReport =
  | { readonly kind: "previews" }
  /** `isTired`: so much memory is still held that the next large picture might not fit beside it. */
  | { readonly kind: "done"; readonly set: VariantSet; readonly isTired: boolean }
  /** The picture is at fault and will be the next time too. */
  | { readonly kind: "unreadable"; readonly reason: string }
  /** The disk or the machine is at fault. */
  | { readonly kind: "error"; readonly reason: string; readonly code: string | undefined };

/** The signal with which a child that found itself over its memory limit ends itself. */
export const OVER_MEMORY = "SIGUSR2";

const MEMORY_CHECK_MS = 50;

function start(memoryBytes: number): void {
  // Pictures wait for people, never people for pictures.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  sharp.concurrency(1);
  sharp.cache(false);
  // Of all the formats the library knows, uploads are only ever this one.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadJpegFile"] });
  // The parent's end is ours. Signals end us even in the middle of a decode: exit() would wait for its thread.
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, OVER_MEMORY);
  }, MEMORY_CHECK_MS);
  process.on("message", (order: WorkOrder) => {
    void work(order, memoryBytes / 3).then((report) => process.send?.(report));
  });
}

async function work({ source, directory }: WorkOrder, tiredBytes: number): Promise<WorkReport> {
  try {
    const set = await makeVariants(source, directory, () => process.send?.({ kind: "previews" }));
    return { kind: "done", set, isTired: process.memoryUsage.rss() > tiredBytes };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    return isPictureFault(reason, code) ? { kind: "unreadable", reason } : { kind: "error", reason, code };
  }
}

/** The library tells its errors apart by words only: what is not about writing or space is about the picture. */
function isPictureFault(reason: string, code: string | undefined): boolean {
  return code === undefined && !/no space|write|unable to (?:open|create)|enospc|memory|mkdir/i.test(reason);
}

const memoryBytes = Number(process.argv[2]);
if (process.send !== undefined && memoryBytes > 0) start(memoryBytes);
