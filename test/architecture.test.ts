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

/** Imports from one folder below `parent` to another. */
const across = (parent: string, pattern: string) =>
  importsOf(pattern).flatMap((found) => {
    const [from, to] = [folderIn(parent, found.from), folderIn(parent, found.to)];
    return from === undefined || to === undefined || from === to ? [] : [{ ...found, folders: { from, to } }];
  });
const betweenDomains = across(DOMAINS, `${DOMAINS}/*/**/*.ts`);

describe("domains", () => {
  it("belong to one area each", () => {
    expect(Object.values(areas).flat().toSorted()).toEqual(domains.toSorted());
  });

  it("import nothing from a higher area", () => {
    const floors: readonly (readonly string[])[] = Object.values(areas);
    const floorOf = (domain: string) => floors.findIndex((names) => names.includes(domain));
    expect(betweenDomains.length).toBeGreaterThan(150);
    const upward = betweenDomains.filter(({ folders }) => floorOf(folders.from) < floorOf(folders.to));
    expect(upward.map(said)).toEqual([]);
  });

  it("form no import cycle", () => {
    const arrows = new Map(domains.map((domain) => [domain, new Set<string>()]));
    for (const { folders } of betweenDomains) arrows.get(folders.from)?.add(folders.to);
    expect(circlesIn(arrows)).toEqual([]);
  });

  it("import no repository of another domain", () => {
    const found = betweenDomains.filter(({ to }) => to.endsWith("repository.ts"));
    expect(found.map(said)).toEqual([]);
  });
});

describe("features of the browser", () => {
  it("import no other feature, except the player", () => {
    expect(foldersIn(FEATURES).length).toBeGreaterThan(30);
    const found = across(FEATURES, `${FEATURES}/*/**/*.{ts,tsx}`);
    expect(found.filter(({ folders }) => lowerFeatures[folders.to] === undefined).map(said)).toEqual([]);
  });
});

describe("vocabulary", () => {
  const known = (words: readonly string[]) =>
    words.filter(
      (word) => !domains.includes(word) && exceptions[word] === undefined && waiting[word] === undefined,
    );
  const lists = {
    contract: wordsIn("src/contract").filter((word) => !shared.contract.some((one) => one === word)),
    features: foldersIn(FEATURES),
    "i18n/en": wordsIn("src/i18n/en").filter((word) => !shared.i18n.some((one) => one === word)),
  };

  it.each(Object.entries(lists))("uses the domain words of the server in %s", (_, words) => {
    expect(words.length).toBeGreaterThan(30);
    expect(known(words)).toEqual([]);
  });

  it("has a contract for every domain", () => {
    expect(domains.filter((domain) => !lists.contract.includes(domain))).toEqual([]);
  });

  it("has at most eight exceptions, all of them in use", () => {
    const named = Object.keys(exceptions);
    expect(named.length).toBeLessThanOrEqual(8);
    const used = Object.values(lists).flat();
    expect([...named, ...Object.keys(waiting)].filter((word) => !used.includes(word))).toEqual([]);
    expect(Object.values(waiting).filter((domain) => !domains.includes(domain))).toEqual([]);
  });
});

/** Files and functions above the limits. The lists only shrink. */
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
/** Functions of more than 100 lines. The number only shrinks; the goal is 40. */
const MOST_OVER_100 = 115;

describe("size limits", () => {
  const { files, functions } = measure({ file: 300, function: 100 });

  it("files have at most 300 lines, except contract tables", () => {
    const found = files.map(({ name }) => name).filter((name) => !name.startsWith("src/contract/"));
    expect(found).toEqual(longFiles);
  });

  it("functions have at most 150 lines", () => {
    expect(functions.filter(({ lines }) => lines > 150).map(({ name }) => name)).toEqual(longFunctions);
  });

  it("few functions have more than 100 lines", () => {
    expect(functions.length).toBeGreaterThan(0);
    expect(functions.length).toBeLessThanOrEqual(MOST_OVER_100);
  });
});
