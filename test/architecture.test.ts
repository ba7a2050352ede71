import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { areas, exceptions, lowerFeatures, shared, waiting } from "./architecture/areas.ts";
import { circlesIn, folderIn, type Import, importsOf } from "./architecture/imports.ts";
import { measure } from "./architecture/sizes.ts";

const root = join(import.meta.dirname, "..");
const namesIn = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true }).filter(({ name }) => !name.endsWith(".test.ts"));
const foldersIn = (folder: string) =>
  namesIn(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
/** `snags.report.ts` is a part of snags. */
const wordsIn = (folder: string) => [
  ...new Set(namesIn(folder).map(({ name }) => (name.split(".")[0] ?? "").replaceAll("_", "-"))),
];

const DOMAINS = "src/server/domains";
const FEATURES = "src/web/features";
const domains = foldersIn(DOMAINS);
const said = ({ from, to }: Import) => `${from} → ${to}`;

/** What files of one folder below `parent` take from another. */
const across = (parent: string, pattern: string) =>
  importsOf(pattern).flatMap((found) => {
    const [from, to] = [folderIn(parent, found.from), folderIn(parent, found.to)];
    return from === undefined || to === undefined || from === to ? [] : [{ ...found, folders: { from, to } }];
  });
const betweenDomains = across(DOMAINS, `${DOMAINS}/*/**/*.ts`);

describe("domains", () => {
  it("lie in one area each", () => {
    expect(Object.values(areas).flat().toSorted()).toEqual(domains.toSorted());
  });

  it("ask for nothing of an area above their own", () => {
    const floors: readonly (readonly string[])[] = Object.values(areas);
    const floorOf = (domain: string) => floors.findIndex((names) => names.includes(domain));
    expect(betweenDomains.length).toBeGreaterThan(150);
    const upward = betweenDomains.filter(({ folders }) => floorOf(folders.from) < floorOf(folders.to));
    expect(upward.map(said)).toEqual([]);
  });

  it("lead to each other in no circle", () => {
    const arrows = new Map(domains.map((domain) => [domain, new Set<string>()]));
    for (const { folders } of betweenDomains) arrows.get(folders.from)?.add(folders.to);
    expect(circlesIn(arrows)).toEqual([]);
  });

  it("leave the tables of others to their repositories", () => {
    const found = betweenDomains.filter(({ to }) => to.endsWith("repository.ts"));
    expect(found.map(said)).toEqual([]);
  });
});

describe("features of the browser", () => {
  it("know nothing of each other: they meet in the routes, and below them all stands the player", () => {
    expect(foldersIn(FEATURES).length).toBeGreaterThan(30);
    const found = across(FEATURES, `${FEATURES}/*/**/*.{ts,tsx}`);
    expect(found.filter(({ folders }) => lowerFeatures[folders.to] === undefined).map(said)).toEqual([]);
  });
});

describe("one word", () => {
  const known = (words: readonly string[]) =>
    words.filter(
      (word) => !domains.includes(word) && exceptions[word] === undefined && waiting[word] === undefined,
    );
  const lists = {
    contract: wordsIn("src/contract").filter((word) => !shared.contract.some((one) => one === word)),
    features: foldersIn(FEATURES),
    "i18n/en": wordsIn("src/i18n/en").filter((word) => !shared.i18n.some((one) => one === word)),
  };

  it.each(Object.entries(lists))("calls a domain the same in %s as on the server", (_, words) => {
    expect(words.length).toBeGreaterThan(30);
    expect(known(words)).toEqual([]);
  });

  it("is in the contract for every domain", () => {
    expect(domains.filter((domain) => !lists.contract.includes(domain))).toEqual([]);
  });

  it("has at most eight exceptions, and none that is gone", () => {
    const named = Object.keys(exceptions);
    expect(named.length).toBeLessThanOrEqual(8);
    const used = Object.values(lists).flat();
    expect([...named, ...Object.keys(waiting)].filter((word) => !used.includes(word))).toEqual([]);
    expect(Object.values(waiting).filter((domain) => !domains.includes(domain))).toEqual([]);
  });
});

/** Longer than they should be. What was cut comes off the list; nothing is added. */
const longFiles: readonly string[] = [
  "src/panorama/panorama.ts",
  "src/web/features/player/source/film-source.ts",
  "src/web/features/settings/groups.ts",
  "src/web/features/tools/mapping/mapping-dialog.tsx",
  "src/web/features/videos/watch/watch-screen.tsx",
  "src/web/features/viewer/snapshot/snapshot-dialog.ts",
  "src/web/features/viewer/tour.ts",
  "src/web/kit/kit-screen.tsx",
  "src/web/lib/client.ts",
  "src/web/lib/uploads/queue.ts",
];
const longFunctions: readonly string[] = [
  "src/web/features/schedules/gantt/gantt.tsx Gantt",
  "src/web/features/sheets/plan-desk.tsx PlanDesk",
  "src/web/features/snags/new/new-snag-dialog.tsx NewSnagDialog",
  "src/web/features/tools/mapping/mapping-dialog.tsx MappingDialog",
];
/** Functions of more than 100 lines: less and less of them, 40 in the end. */
const MOST_OVER_100 = 115;

describe("what a reader has to hold in mind", () => {
  const { files, functions } = measure({ file: 300, function: 100 });

  it("is 300 lines of a file, but for the tables of the contract", () => {
    const found = files.map(({ name }) => name).filter((name) => !name.startsWith("src/contract/"));
    expect(found).toEqual(longFiles);
  });

  it("is 150 lines of a function", () => {
    expect(functions.filter(({ lines }) => lines > 150).map(({ name }) => name)).toEqual(longFunctions);
  });

  it("is mostly less than 100", () => {
    expect(functions.length).toBeGreaterThan(0);
    expect(functions.length).toBeLessThanOrEqual(MOST_OVER_100);
  });
});
