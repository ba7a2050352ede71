import type { Puzzle } from "#contract/auth.ts";

/** Solves in a worker; in the page where there are no workers, or this one does not start. */
export async function solveAside(puzzle: Puzzle): Promise<string> {
  const solution = typeof Worker === "function" ? await inWorker(puzzle) : null;
  if (solution !== null) return solution;
  const { solve } = await import("./solve.ts");
  return solve(puzzle);
}

function inWorker(puzzle: Puzzle): Promise<string | null> {
  const worker = new Worker(new URL("./solver.worker.ts", import.meta.url), { type: "module" });
  return new Promise<string | null>((resolve) => {
    worker.addEventListener("message", ({ data }: MessageEvent<string | null>) => resolve(data));
    worker.addEventListener("error", () => resolve(null));
    worker.postMessage(puzzle, { transfer: [] });
  }).finally(() => worker.terminate());
}
