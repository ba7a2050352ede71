import type { FileTask, Warning } from "./read.ts";

/** Number of cycles reported one by one. */
const CIRCLES = 20;

/** Content that can be read but cannot be right: dates before their beginning, tasks that wait for themselves. */
export const warningsOf = (tasks: readonly FileTask[]): Warning[] => [
  ...tasks.flatMap(datesOf),
  ...circlesOf(tasks),
];

function datesOf(task: FileTask): Warning[] {
  const pairs = [
    ["start", "finish"],
    ["baseline_start", "baseline_finish"],
    ["actual_start", "actual_finish"],
  ] as const;
  return pairs.flatMap(([first, last]): Warning[] => {
    const [from, to] = [task[first], task[last]];
    if (from === null || to === null || from <= to) return [];
    const detail = `${from} > ${to}`.replaceAll("T", " ").replaceAll(/:00(?= |$)/g, "");
    return [{ kind: "dates", uid: task.uid, detail }];
  });
}

/** Follows predecessors without recursion: a chain can have thousands. */
function circlesOf(tasks: readonly FileTask[]): Warning[] {
  const byUid = new Map(tasks.map((task) => [task.uid, task]));
  const state = new Map<number, "open" | "done">();
  const found: Warning[] = [];
  for (const { uid: from } of tasks) {
    if (state.has(from)) continue;
    const path = [{ uid: from, next: 0 }];
    state.set(from, "open");
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const link = byUid.get(step.uid)?.predecessors[step.next];
      step.next += 1;
      if (link === undefined) {
        state.set(step.uid, "done");
        path.pop();
      } else if (state.get(link.uid) === "open") {
        const begin = path.findIndex(({ uid }) => uid === link.uid);
        const round = [...path.slice(begin).map(({ uid }) => uid), link.uid];
        found.push({ kind: "circle", uid: link.uid, detail: shortened(round.toReversed()) });
        if (found.length === CIRCLES) return found;
      } else if (!state.has(link.uid)) {
        state.set(link.uid, "open");
        path.push({ uid: link.uid, next: 0 });
      }
    }
  }
  return found;
}

const shortened = (uids: readonly number[]): string =>
  (uids.length > 8 ? [...uids.slice(0, 4), "…", ...uids.slice(-3)] : uids).join(" → ");
