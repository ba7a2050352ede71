import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chooseTests, roomOf } from "./changed-tests.ts";
import { ImportGraph, namesAbove } from "./import-graph.ts";

const files: Readonly<Record<string, string>> = {
  "package.json": '{ "imports": { "#server/*": "./src/server/*", "#web/*": "./src/web/*" } }',
  "src/server/domains/work/snags/due.ts": "export const due = 1;",
  "src/server/domains/work/snags/due.test.ts": 'import { due } from "./due.ts";',
  "src/server/domains/work/snags/module.ts": 'import "./due.ts"; export const t = "snags.title";',
  "src/server/domains/work/snags/draw-process.ts": "export const drawn = 1;",
  "src/server/domains/work/snags/draw.ts": 'fork(join(import.meta.dirname, "draw-process.ts"));',
  "src/server/domains/work/snags/draw.test.ts": 'import "./draw.ts";',
  "src/server/app.ts": 'const snags = await import("#server/domains/work/snags/module.ts");',
  "src/server/domains/money/billing/bills.test.ts": 'import "#server/app.ts"; sent();',
  "src/server/domains/sites/team/paid.test.ts": 'import "#server/app.ts"; paid();',
  "src/i18n/ar/sites/team.json": "{}",
  "src/i18n/i18n.test.ts": 'readdirSync("src/i18n");',
  "src/i18n/language.test.ts": 'globSync("src/contract");',
  "src/web/features/work/snags/board.test.tsx": 'import "#web/app.tsx"; vi.mock("./board.tsx");',
  "src/web/features/work/snags/board.tsx": 'say("snags.title")',
  "src/web/app.tsx": "",
  "src/i18n/en/work/snags.json": '{ "snags.title": "Snags" }',
  "e2e/snags.spec.ts": "",
  "e2e/team.spec.ts": "",
};

let graph: ImportGraph;
let root = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "graph-"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  graph = new ImportGraph(root, Object.keys(files));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const choose = (changed: readonly string[], seconds = 100) =>
  chooseTests(graph, changed, { seconds, journeys: 2, secondsOf: () => 10 });

describe("the tests of a change", () => {
  it("are those next to it first, then those importing it through others, by aliases and dynamic imports, too", () => {
    expect(choose(["src/server/domains/work/snags/due.ts"]).tests).toEqual([
      "src/server/domains/work/snags/due.test.ts",
      "src/server/domains/money/billing/bills.test.ts",
      "src/server/domains/sites/team/paid.test.ts",
    ]);
  });

  it("are found through a process started by its file's name, and through a replaced module", () => {
    expect(choose(["src/server/domains/work/snags/draw-process.ts"]).tests).toEqual([
      "src/server/domains/work/snags/draw.test.ts",
    ]);
    expect(choose(["src/web/features/work/snags/board.tsx"]).tests).toEqual([
      "src/web/features/work/snags/board.test.tsx",
    ]);
  });

  it("are those of the screens that use a changed text", () => {
    expect(choose(["src/i18n/en/work/snags.json"]).tests).toEqual([
      "src/i18n/i18n.test.ts",
      "src/i18n/language.test.ts",
      "src/web/features/work/snags/board.test.tsx",
      "src/server/domains/money/billing/bills.test.ts",
      "src/server/domains/sites/team/paid.test.ts",
    ]);
  });

  it("are those that read all code after those next to it", async () => {
    const rules = ["test/source-rules.test.ts", "test/comments.test.ts"];
    await mkdir(join(root, "test"));
    for (const path of rules) await writeFile(join(root, path), "");
    const withRules = new ImportGraph(root, [...Object.keys(files), ...rules]);
    const { tests } = chooseTests(withRules, ["src/server/domains/work/snags/due.ts"], {
      seconds: 40,
      journeys: 0,
      names: ["due"],
      secondsOf: () => 10,
    });
    expect(tests).toEqual([
      "src/server/domains/work/snags/due.test.ts",
      "test/comments.test.ts",
      "test/source-rules.test.ts",
      "src/server/domains/money/billing/bills.test.ts",
    ]);
  });

  it("end at the time limit, and list the rest", () => {
    const { tests, left } = choose(["src/server/domains/work/snags/due.ts"], 15);
    expect(tests).toEqual(["src/server/domains/work/snags/due.test.ts"]);
    expect(left).toEqual([
      "src/server/domains/money/billing/bills.test.ts",
      "src/server/domains/sites/team/paid.test.ts",
    ]);
    expect(choose(["src/server/domains/work/snags/due.ts"], 1).tests).toHaveLength(1);
  });

  it("are first those that mention the name of the change", () => {
    const named = (name: string) =>
      chooseTests(graph, ["src/server/app.ts"], {
        seconds: 15,
        journeys: 0,
        secondsOf: () => 10,
        names: [name],
      }).tests;
    expect(named("paid")).toEqual(["src/server/domains/sites/team/paid.test.ts"]);
    expect(named("sent")).toEqual(["src/server/domains/money/billing/bills.test.ts"]);
  });

  it("are, for texts, those that read the folder, though nothing imports them", () => {
    expect(choose(["src/i18n/ar/sites/team.json"], 15).tests).toEqual(["src/i18n/i18n.test.ts"]);
  });

  it("are journeys of the same name, and a journey that changed itself", () => {
    expect(choose(["src/server/domains/work/snags/due.ts"]).journeys).toEqual(["e2e/snags.spec.ts"]);
    expect(choose(["e2e/team.spec.ts"]).journeys).toEqual(["e2e/team.spec.ts"]);
    expect(choose(["src/web/app.tsx"]).journeys).toEqual([]);
  });

  it.each([
    ["src/contract/snags.ts", "snags"],
    ["src/i18n/ar/installation/audit.log.json", "audit"],
    ["src/web/features/installation/audit/screen.tsx", "audit"],
    ["src/web/shell/bottom-bar.tsx", "shell"],
    ["src/panorama/gl/shaders.ts", "panorama"],
    ["src/server/app.ts", undefined],
  ])("know the domain of %s", (file, room) => {
    expect(roomOf(file)).toBe(room);
  });
});

it("assigns a line to the name at the left edge above it", () => {
  const text = "const limit = 1;\n\nexport async function send(\n  one: string,\n) {\n  return one;\n}\n";
  expect(namesAbove(text, [1])).toEqual(["limit"]);
  expect(namesAbove(text, [4, 6])).toEqual(["send"]);
  expect(namesAbove("{}", [1])).toEqual([]);
});
