import { dirname } from "node:path";
import type { ImportGraph } from "./import-graph.ts";

export interface Choice {
  /** Tests of Vitest, the nearest to what changed first. */
  readonly tests: readonly string[];
  /** Files of journeys. */
  readonly journeys: readonly string[];
  /** Tests that the change reaches, too, but for which there is no time. */
  readonly left: readonly string[];
}

export interface Budget {
  /** Seconds of all tests together; the nearest is run even where it takes longer. */
  readonly seconds: number;
  /** Journeys at most. */
  readonly journeys: number;
  /** Seconds that a test takes, as the last whole run measured it. */
  readonly secondsOf: (test: string) => number;
  /** Names of what changed within the files; a test that says one is nearer than others. */
  readonly names?: readonly string[];
}

/** Tests that read whole folders instead of importing what lies there. */
const readers: readonly (readonly [RegExp, string])[] = [[/^src\/i18n\//, "src/i18n/i18n.test.ts"]];

const isTest = /\.test\.tsx?$/;
const isJourney = /^e2e\/[^/]+\.spec\.ts$/;

/**
 * What to try after a change: what stands beside it, what says the name of what changed, what stands beside its users, then
 * what carries its domain's name, then whoever imports it, by the number of steps between them. A change at the bottom reaches
 * everything, for which there is `npm test`.
 */
export function chooseTests(graph: ImportGraph, changed: readonly string[], budget: Budget): Choice {
  const reached = graph.usersOf(changed);
  for (const [folder, test] of readers)
    if (graph.files.has(test) && changed.some((file) => folder.test(file))) reached.set(test, 0);
  const { names = [] } = budget;
  const calling = new Set(
    [...reached]
      .filter(([file, steps]) => steps === 1 && graph.says(file, names))
      .map(([file]) => dirname(file)),
  );
  const folders = new Set(changed.map((file) => dirname(file)));
  const rooms = new Set(changed.map(roomOf).filter((room) => room !== undefined));
  const nearness = (file: string) => {
    const room = roomOf(file);
    if (reached.get(file) === 0) return 0;
    if (folders.has(dirname(file))) return graph.says(file, names) ? 1 : 2;
    if (graph.says(file, names)) return 3;
    if (calling.has(dirname(file))) return 4;
    return room !== undefined && rooms.has(room) ? 5 : 6;
  };
  const ranked = [...reached.keys()]
    .filter((file) => isTest.test(file) || isJourney.test(file))
    .map((file) => ({ file, near: nearness(file), steps: reached.get(file) ?? 0 }))
    .toSorted((a, b) => a.near - b.near || a.steps - b.steps || a.file.localeCompare(b.file));
  const tests: string[] = [];
  const left: string[] = [];
  let seconds = 0;
  for (const { file } of ranked.filter(({ file }) => isTest.test(file))) {
    const next = seconds + budget.secondsOf(file);
    if (tests.length > 0 && next > budget.seconds) left.push(file);
    else {
      tests.push(file);
      seconds = next;
    }
  }
  const named = [...graph.files].filter((file) => isJourney.test(file) && rooms.has(roomOf(file) ?? ""));
  const own = ranked.filter(({ file, near }) => near === 0 && isJourney.test(file)).map(({ file }) => file);
  return { tests, journeys: [...new Set([...own, ...named])].slice(0, budget.journeys), left };
}

/** The domain that a file belongs to, by the one word that its folder, contract, texts and journeys share. */
export function roomOf(file: string): string | undefined {
  const match =
    /^src\/(?:server\/domains|web\/features)\/[\w-]+\/([\w-]+)\//.exec(file) ??
    /^src\/contract\/([\w-]+)\.ts$/.exec(file) ??
    /^src\/i18n\/\w+\/(?:[\w-]+\/)?([\w-]+)(?:\.[\w-]+)?\.json$/.exec(file) ??
    /^src\/web\/(shell|viewer)\//.exec(file) ??
    /^src\/(panorama)\//.exec(file) ??
    /^e2e\/([\w-]+)\.spec\.ts$/.exec(file);
  return match?.[1]?.replaceAll("_", "-");
}
