import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { limits } from "#contract/limits.ts";
import { AppError } from "../errors.ts";
import { forkChild } from "../fork-child.ts";
import type { Log } from "../log.ts";
import { createPlaces } from "./places.ts";
import { type Progress, startProgress } from "./progress.ts";
import type { FromChild } from "./serve-drawings.ts";

export interface DrawingOptions {
  /** A module that calls `serveDrawings`. */
  readonly script: string;
  /** Folder for documents in progress; leftovers of a crash in it are swept. */
  readonly directory: string;
  /** A file of the store; null when there is none with that key. */
  readonly fileOf: (key: string) => Promise<Buffer | null>;
  readonly log: Pick<Log, "warn">;
  /** Replaces the limits of the contract: on small machines, and in tests. */
  readonly bounds?: Partial<Record<keyof typeof limits.pdf, number>>;
}

export interface Drawing<Orders> {
  /**
   * Draws a document in a child process and resolves with its bytes once the first are available. Throws `PDF_BUSY`
   * when too many wait already, `PDF_FAILED` when it takes more time or memory than any legitimate one.
   */
  draw<K extends keyof Orders & string>(kind: K, order: Orders[K]): Promise<Readable>;
  /** Ends the children; their documents fail. */
  close(): Promise<void>;
}

/**
 * The only way to create a PDF: laying out text, subsetting fonts and decoding pictures take whole seconds of CPU time,
 * which the process that answers calls never spends. A document is drawn at full speed into a file, so that a slow
 * reader holds no slot.
 */
export function createDrawing<Orders extends object>(options: DrawingOptions): Drawing<Orders> {
  const { script, directory, fileOf, log } = options;
  const bounds = { ...limits.pdf, ...options.bounds };
  const places = createPlaces(bounds);
  const idle = new Set<ChildProcess>();
  const busy = new Set<ChildProcess>();
  let isClosed = false;

  const childFor = (): ChildProcess => {
    const [known] = idle;
    if (known !== undefined) {
      idle.delete(known);
      return known;
    }
    const child = forkChild(script, {
      args: [String(bounds.memoryBytes)],
      heapMegabytes: bounds.heapMegabytes,
      serialization: "advanced",
    });
    child.once("exit", () => idle.delete(child));
    return child;
  };

  /** Kept for the next document for a while: loading its modules takes a second. */
  const rest = (child: ChildProcess) => {
    if (isClosed || !child.connected || child.killed) return void child.kill("SIGKILL");
    idle.add(child);
    setTimeout(() => idle.delete(child) && child.kill("SIGKILL"), bounds.restMs).unref();
  };

  /** Resolves when the document is complete or has failed; the slot is free then. */
  const run = (kind: string, order: object, path: string, progress: Progress): Promise<void> =>
    new Promise((resolve) => {
      const child = childFor();
      busy.add(child);
      const end = (error?: Error) => {
        clearTimeout(timer);
        child.off("message", onMessage).off("exit", onExit);
        busy.delete(child);
        if (error === undefined) rest(child);
        else child.kill("SIGKILL");
        progress.end(error);
        resolve();
      };
      const fail = (reason: string) => {
        log.warn({ kind, reason }, "pdf: a document was not drawn");
        end(new AppError("PDF_FAILED"));
      };
      const timer = setTimeout(() => fail("time"), bounds.seconds * 1000);
      const onExit = (_code: number | null, signal: NodeJS.Signals | null) => fail(`ended by ${signal}`);
      const onMessage = (report: FromChild) => {
        if (report.kind === "written") progress.reach(report.bytes);
        else if (report.kind === "done") end();
        else if (report.kind === "failed") fail(report.reason);
        else
          void fileOf(report.key)
            .catch(() => null)
            .then((bytes) => child.connected && child.send({ kind: "file", id: report.id, bytes }));
      };
      child.on("message", onMessage).on("exit", onExit);
      progress.onLeft(() => end(new Error("nobody reads the document any more")));
      child.send({ kind: "draw", document: kind, order, path }, (error) => {
        if (error !== null) child.kill("SIGKILL");
      });
    });

  return {
    async draw(kind, order) {
      await places.take();
      const path = join(directory, `pdf-${randomUUID()}`);
      const progress = startProgress(path);
      void run(kind, order as object, path, progress).finally(() => places.leave());
      const remove = () => void rm(path, { force: true }).catch(() => undefined);
      try {
        await progress.begun();
      } catch (error) {
        remove();
        throw error;
      }
      const stream = Readable.from(progress.follow(), { objectMode: false, highWaterMark: 64 * 1024 });
      stream.once("close", () => {
        progress.leave();
        remove();
      });
      return stream;
    },
    async close() {
      isClosed = true;
      await Promise.all([...idle, ...busy].map(endChild));
    },
  };
}

function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
