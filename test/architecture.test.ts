import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { areas, exceptions, lowerFeatures, shared } from "./architecture/areas.ts";
import { circlesIn, type Import, importsOf, roomIn } from "./architecture/imports.ts";
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
const TEXTS = "src/i18n/en";
/** `auth` of `src/server/domains/people/auth`, with its area. */
const inAreas = (parent: string) =>
  Object.fromEntries(foldersIn(parent).map((area) => [area, foldersIn(`${parent}/${area}`)]));
const domainsOf = inAreas(DOMAINS);
const featuresOf = inAreas(FEATURES);
const textsOf = Object.fromEntries(foldersIn(TEXTS).map((area) => [area, wordsIn(`${TEXTS}/${area}`)]));
const domains = Object.values(domainsOf).flat();
const said = ({ from, to }: Import) => `${from} → ${to}`;

/** Imports from one folder in the areas of `parent` to another. */
const across = (parent: string, pattern: string) =>
  importsOf(pattern).flatMap((found) => {
    const [from, to] = [roomIn(parent, found.from), roomIn(parent, found.to)];
    return from === undefined || to === undefined || from === to ? [] : [{ ...found, folders: { from, to } }];
  });
const betweenDomains = across(DOMAINS, `${DOMAINS}/*/*/**/*.ts`);

describe("domains", () => {
  it("are in their areas", () => {
    expect(Object.keys(domainsOf).toSorted()).toEqual(areas.toSorted());
    expect(domains.length).toBeGreaterThan(40);
  });

  it("import nothing from a higher area", () => {
    const floors = areas.map((area) => domainsOf[area] ?? []);
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

describe("the computation of walks", () => {
  it("imports nothing but itself, so that child processes and browsers can run it", () => {
    const found = importsOf("src/walk/**/*.ts");
    expect(found.length).toBeGreaterThan(30);
    expect(found.filter(({ to }) => !to.startsWith("src/walk/")).map(said)).toEqual([]);
  });
});

describe("features of the browser", () => {
  it("import no other feature, except the player", () => {
    expect(Object.values(featuresOf).flat().length).toBeGreaterThan(30);
    const found = across(FEATURES, `${FEATURES}/*/*/**/*.{ts,tsx}`);
    expect(found.filter(({ folders }) => lowerFeatures[folders.to] === undefined).map(said)).toEqual([]);
  });
});

describe("vocabulary", () => {
  const known = (words: readonly string[]) =>
    words.filter((word) => !domains.includes(word) && exceptions[word] === undefined);
  const lists = {
    contract: wordsIn("src/contract").filter((word) => !shared.contract.some((one) => one === word)),
    features: Object.values(featuresOf).flat(),
    "i18n/en": Object.values(textsOf).flat(),
  };

  it.each(Object.entries(lists))("uses the domain words of the server in %s", (_, words) => {
    expect(words.length).toBeGreaterThan(30);
    expect(known(words)).toEqual([]);
  });

  it.each([
    ["features", featuresOf],
    ["texts", textsOf],
  ])("groups %s into the areas of the domains", (_, grouped) => {
    const areaOf = new Map(
      Object.entries(domainsOf).flatMap(([area, names]) => names.map((name) => [name, area] as const)),
    );
    const elsewhere = Object.entries(grouped).flatMap(([area, words]) =>
      words
        .filter((word) => (areaOf.get(word) ?? exceptions[word]?.area) !== area)
        .map((word) => `${area}/${word}`),
    );
    expect(elsewhere).toEqual([]);
    expect(wordsIn(TEXTS).toSorted()).toEqual([...new Set([...areas, ...shared.i18n])].toSorted());
  });

  it("has a contract for every domain", () => {
    expect(domains.filter((domain) => !lists.contract.includes(domain))).toEqual([]);
  });

  it("has at most eight exceptions, all of them in use", () => {
    const named = Object.keys(exceptions);
    expect(named.length).toBeLessThanOrEqual(8);
    const used = Object.values(lists).flat();
    expect(named.filter((word) => !used.includes(word))).toEqual([]);
  });
});

/** Files and functions above the limits. The lists only shrink. */
const longFiles: readonly string[] = [];
const longFunctions: readonly string[] = [];
/** Functions of more than 100 lines. The number only shrinks. */
const MOST_OVER_100 = 36;

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
