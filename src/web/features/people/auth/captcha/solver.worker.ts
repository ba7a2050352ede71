import type { Puzzle } from "#contract/auth.ts";
import { solve } from "./solve.ts";

/** In a worker, so that typing never stutters. Answers with the solution, or with null when there is none. */
addEventListener("message", ({ data }: MessageEvent<Puzzle>) => {
  solve(data).then(
    (solution) => postMessage(solution),
    () => postMessage(null),
  );
});
