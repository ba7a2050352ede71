import { dirname } from "node:path";
import type { ImportGraph } from "./import-graph.ts";

export interface Choice {
  /** Vitest tests, the nearest to the change first. */
  readonly tests: readonly string[];
  /** Journey files. */
  readonly journeys: readonly string[];
  /** Tests that the change also reaches, but that exceed the time limit. */
  readonly left: readonly string[];
}

export interface Budget {
  /** Seconds of all tests together; the nearest is run even if it takes longer. */
  readonly seconds: number;
  /** Maximum number of journeys. */
  readonly journeys: number;
  /** Seconds that a test takes, as measured by the last full run. */
  readonly secondsOf: (test: string) => number;
  /** Names of the changed declarations within the files; a test that mentions one is nearer than others. */
  readonly names?: readonly string[];
}

/** Tests that read whole folders instead of importing their contents. */
const readers: readonly (readonly [RegExp, string])[] = [
  [/^src\/i18n\//, "src/i18n/i18n.test.ts"],
  [/^src\/(?:i18n|contract)\/|\.md$/, "src/i18n/language.test.ts"],
  [/\.tsx?$/, "test/source-rules.test.ts"],
  [/\.tsx?$/, "test/comments.test.ts"],
];

const isTest = /\.test\.tsx?$/;
const isJourney = /^e2e\/[^/]+\.spec\.ts$/;

/**
 * Selects what to run after a change: tests next to it, tests that read all code or texts, tests that mention the
 * changed name, tests next to its users, then those with its domain's name, then all importers, by the number of steps
 * between them. A change at the bottom reaches everything, for which there is `npm test`.
 */
export function chooseTests(graph: ImportGraph, changed: readonly string[], budget: Budget): Choice {
  const reached = graph.usersOf(changed);
  const reading = readers
    .filter(([read, test]) => graph.files.has(test) && changed.some((file) => read.test(file)))
    .map(([, test]) => test);
  for (const test of reading) reached.set(test, reached.get(test) ?? 1);
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
    if (reading.includes(file)) return 1;
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

/** The domain of a file: the one word that its folder, contract, texts and journeys share. */
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
