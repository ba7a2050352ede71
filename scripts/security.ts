/** Writes the tables of docs/security.md from docs/security/asvs.csv. `npm run security`. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type AsvsRow, readAsvs, root } from "./lib/asvs.ts";

export const securityFile = join(root, "docs/security.md");

/** Subjects of the chapters of the ASVS, in order. */
const chapters: readonly string[] = [
  "encoding and sanitization",
  "validation and business logic",
  "web frontend",
  "API and web services",
  "files",
  "authentication",
  "sessions",
  "authorization",
  "self-contained tokens",
  "OAuth and OpenID Connect",
  "cryptography",
  "secure communication",
  "configuration",
  "data protection",
  "secure coding and architecture",
  "logging and error handling",
  "WebRTC",
];

const count = (rows: readonly AsvsRow[], state: string) => rows.filter((row) => row.state === state).length;
const line = (name: string, rows: readonly AsvsRow[]) =>
  `| ${name} | ${count(rows, "met")} | ${count(rows, "not applicable")} | ${count(rows, "open")} |`;

const states = (rows: readonly AsvsRow[]): string =>
  [
    "| Chapter | met | not applicable | open |",
    "|---|---|---|---|",
    ...chapters.map((about, index) =>
      line(
        `${index + 1} ${about}`,
        rows.filter(({ id }) => id.startsWith(`V${index + 1}.`)),
      ),
    ),
    line("all", rows),
  ].join("\n");

const openOnes = (rows: readonly AsvsRow[]): string =>
  rows
    .filter(({ state }) => state === "open")
    .map(({ id, does }) => `- **${id}** ${does}`)
    .join("\n");

/** Returns the page with its tables rendered from the rows. */
export function securityPage(page: string, rows: readonly AsvsRow[]): string {
  const put = (text: string, name: string, body: string) =>
    text.replace(
      new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- end of ${name} -->)`),
      (_, start: string, end: string) => `${start}${body}\n${end}`,
    );
  return put(put(page, "states", states(rows)), "open", openOnes(rows));
}

if (import.meta.main)
  await writeFile(securityFile, securityPage(await readFile(securityFile, "utf8"), await readAsvs()));
