import { join } from "node:path";
import { forkChild } from "#server/platform/fork-child.ts";
import type { PlanOrder, PlanReport } from "./plan-process.ts";
import { Refused } from "./refused.ts";

export interface ChildLimits {
  readonly timeoutMs: number;
  readonly memoryBytes: number;
  /** The limit of this machine, when that is less. */
  readonly machineBytes?: number | undefined;
}

/** The child died on a floor plan, or was killed: timeout, memory limit, a crash, or a shutdown. */
export class PlanTooHeavy extends Error {
  override readonly name = "PlanTooHeavy";
}

type Drawn = Extract<PlanReport, { kind: "image" | "tiles" }>;

const SCRIPT = join(import.meta.dirname, "plan-process.ts");

/**
 * Renders a floor plan in a child process. Rejects with `Refused` when the file is at fault, `PlanTooHeavy` when the
 * child died before it reported, the child's own error otherwise (a full disk keeps its `code`).
 */
export function drawInChild(order: PlanOrder, limits: ChildLimits, signal?: AbortSignal): Promise<Drawn> {
  return new Promise((resolve, reject) => {
    const child = forkChild(SCRIPT, {
      args: [String(Math.min(limits.memoryBytes, limits.machineBytes ?? Number.POSITIVE_INFINITY))],
      heapMegabytes: 512,
      serialization: "json",
    });
    const end = () => void child.kill("SIGKILL");
    const timer = setTimeout(end, limits.timeoutMs);
    signal?.addEventListener("abort", end, { once: true });
    const settle = (act: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      child.removeAllListeners("message").removeAllListeners("exit");
      end();
      act();
    };
    child.on("exit", () => settle(() => reject(new PlanTooHeavy("the plan's child ended"))));
    child.on("message", (report: PlanReport) =>
      settle(() => {
        if (report.kind === "image" || report.kind === "tiles") resolve(report);
        else if (report.kind === "refused") reject(new Refused(report.refusal, { cause: report.reason }));
        else
          reject(Object.assign(new Error(report.reason), report.code !== undefined && { code: report.code }));
      }),
    );
    if (signal?.aborted === true) end();
    child.send(order);
  });
}
