import { join } from "node:path";
import {
  allowedLicences,
  type Binary,
  binaries,
  licenceAddresses,
  licenceTexts,
  ownParts,
  separatePrograms,
  type Work,
} from "./notice-tables.ts";
import { byName, copyrightLines, inOrder, licenceFile, type Shipped } from "./shipped-packages.ts";

const rule = "-".repeat(80);

/** The text of NOTICE. */
export function noticeText(root: string, packages: readonly Shipped[]): string {
  const inBrowser = packages.filter(({ runsIn }) => runsIn.includes("browser"));
  const onServerOnly = packages.filter(({ runsIn }) => !runsIn.includes("browser"));
  return `${[
    "Sitewalk carries the following works of others. Made by `npm run notice` from package-lock.json, the packages'",
    "licence files and scripts/lib/notice-tables.ts; change those, never this page.",
    "",
    ownParts,
    "",
    ...heading("Programs and libraries in compiled form (installed as npm packages)"),
    ...binaries.flatMap(binaryEntry),
    ...heading("Libraries, fonts and icons in browsers: what the web part imports, and their dependencies"),
    ...inBrowser.flatMap(entry),
    ...heading("Libraries and fonts on the server (installed as npm packages)"),
    ...onServerOnly.flatMap(entry),
    ...heading("Licences"),
    ...Object.entries(licenceAddresses).map(([licence, address]) => `${licence}: ${address}`),
    "",
    ...Object.entries(licenceTexts).flatMap(([licence, name]) => [
      rule,
      licence,
      "",
      licenceText(root, name),
      "",
    ]),
  ]
    .join("\n")
    .trimEnd()}\n`;
}

const heading = (title: string) => [rule, title, rule, ""];

const titleOf = ({ name, version, licence }: Work) => `${name} ${version} — ${licence}`;
const indented = (lines: readonly string[]) => lines.filter((line) => line !== "").map((line) => `  ${line}`);

export const entry = (work: Work): string[] => [
  titleOf(work),
  ...indented([...work.copyright, work.home]),
  "",
];

const binaryEntry = (work: Binary): string[] => [
  titleOf(work),
  ...indented([...work.copyright, ...work.about, `Installed by ${work.from[0]}. ${work.home}`]),
  "",
];

/** A package's licence file without its copyright lines: those are part of each entry. */
function licenceText(root: string, name: string): string {
  const text = licenceFile(join(root, "node_modules", name));
  const claims = copyrightLines(text);
  return text
    .split("\n")
    .filter((line) => !claims.includes(line.replaceAll(/\s+/g, " ").trim()))
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}

/** Content of the licences page: every work once, by name. */
export function licenceList(packages: readonly Shipped[]): string {
  const works: readonly Work[] = [...binaries, ...packages];
  const lines = works
    .toSorted((a, b) => inOrder(a.name.toLowerCase(), b.name.toLowerCase()) || byName(a, b))
    .map(({ name, version, licence, copyright, home }) =>
      JSON.stringify({ name, version, licence, copyright: copyright.join("; "), home }),
    );
  return `[\n${lines.join(",\n")}\n]\n`;
}

/** Reasons against shipping these works: unreviewed licences, and incomplete entries. */
export function licenceFaults(works: readonly Work[]): string[] {
  return works.flatMap((work) => [
    ...(isAllowed(work) ? [] : [`${titleOf(work)}: this licence is not allowed`]),
    ...(work.home.startsWith("https://") ? [] : [`${titleOf(work)}: no address`]),
  ]);
}

/** All parts of `a AND b`, one part of `(a OR b)`. */
function isAllowed({ name, licence }: Work): boolean {
  const bare = licence.replaceAll(/[()]/g, "");
  return bare
    .split(" AND ")
    .every((part) =>
      part
        .split(" OR ")
        .some((one) => allowedLicences[one] !== undefined || separatePrograms[one]?.includes(name) === true),
    );
}

/** Packages missing in NOTICE. */
export function missingEntries(notice: string, packages: readonly Work[]): string[] {
  const lines = new Set(notice.split("\n"));
  return packages.map(titleOf).filter((title) => !lines.has(title));
}

/** Descriptions of compiled programs that were written for another version of the package that includes them. */
export function outdatedBinaries(
  packages: readonly Work[],
  described: readonly Binary[] = binaries,
): string[] {
  return described
    .filter(
      ({ from: [name, version] }) => !packages.some((one) => one.name === name && one.version === version),
    )
    .map(({ name, from }) => `${name}: ${from.join(" ")} is not what is installed`);
}
