import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { ErrorCode } from "#contract/errors.ts";
import { AppError } from "#server/platform/errors.ts";
import { type ExportFacts, exportSchedule } from "./export.ts";
import type { FileSchedule } from "./mspdi/read.ts";
import { bytesOf, textOf } from "./mspdi/text.ts";

export type ThreadOrder =
  | { readonly kind: "read"; readonly bytes: Uint8Array }
  | { readonly kind: "write"; readonly bytes: Uint8Array; readonly facts: ExportFacts };

export type ThreadReport =
  | { readonly kind: "read"; readonly schedule: FileSchedule }
  | { readonly kind: "written"; readonly bytes: Uint8Array }
  | {
      readonly kind: "refused";
      readonly refusal: ErrorCode;
      readonly values: Readonly<Record<string, string | number>>;
    };

/** Up to this size in bytes a file is processed faster than a thread starts. */
const SMALL = 256 * 1024;
const MEGABYTES = 1536;
const PATIENCE = 60_000;

/**
 * Reads and writes schedules in a thread: a large one takes seconds, in which this process would answer no one. One at
 * a time, with a limit of memory and time: `SCHEDULE_UNREADABLE` above that.
 */
export function createScheduleThreads() {
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (order: ThreadOrder): Promise<ThreadReport> => {
    const turn = last.then(() => runThread(order));
    last = turn.catch(() => undefined);
    const report = await turn;
    if (report.kind === "refused") throw new AppError(report.refusal, { values: { ...report.values } });
    return report;
  };
  return {
    async read(bytes: Buffer): Promise<FileSchedule> {
      if (bytes.length <= SMALL) {
        const { readSchedule } = await import("./mspdi/read.ts");
        return readSchedule(textOf(bytes));
      }
      const report = await ask({ kind: "read", bytes });
      if (report.kind !== "read") throw new Error("Unexpected reply from the schedule thread.");
      return report.schedule;
    },
    /** Returns the same file with the data entered here. */
    async write(bytes: Buffer, facts: ExportFacts): Promise<Buffer> {
      if (bytes.length <= SMALL) return bytesOf(exportSchedule(textOf(bytes), facts), bytes);
      const report = await ask({ kind: "write", bytes, facts });
      if (report.kind !== "written") throw new Error("Unexpected reply from the schedule thread.");
      return bufferOf(report.bytes);
    },
  };
}
export type ScheduleThreads = ReturnType<typeof createScheduleThreads>;

/** A buffer from another thread arrives as a plain `Uint8Array`. */
export const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

async function runThread(order: ThreadOrder): Promise<ThreadReport> {
  const thread = new Worker(join(import.meta.dirname, "thread.ts"), {
    workerData: order,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ThreadReport>();
  thread.once("message", resolve);
  const giveUp = (cause?: unknown) => reject(new AppError("SCHEDULE_UNREADABLE", { cause }));
  // It ran out of memory, or failed unexpectedly.
  thread.once("error", giveUp);
  thread.once("exit", () => giveUp());
  const clock = setTimeout(giveUp, PATIENCE);
  try {
    return await promise;
  } finally {
    clearTimeout(clock);
    await thread.terminate();
  }
}
