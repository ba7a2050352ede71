import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { renderSection, type Section } from "./report.ts";

const file = new URL("../../docs/figures.md", import.meta.url);

const head = `# Benchmarks and fault drills

The latest results of \`npm run bench\` and \`npm run chaos\`, one section per benchmark. Where possible, a target is a ratio to a
reference measured in the same run: absolute times differ between machines, and on a busy machine from minute to minute.

\`\`\`
npm run bench                        all benchmarks, about fifteen minutes
npm run bench -- api pages           some of them: ingest, workers, films, lapse, api, projects, export, search, pages,
                                     lighthouse, realtime, live, cctv, players, viewer, memory, audit, offline, walks
npm run bench -- before              only by name: the guest pages of an earlier commit and of the working tree; --commit=<rev>
                                     selects the commit, --runs=<n> the number of loads
npm run bench -- years               only by name: ten years of a large customer, generated; --scale=<share> of the full size, a
                                     tenth by default, which takes about twenty minutes and 12 GB of disk; an hour and 80 GB
                                     at full size; --data=<folder> keeps data of an interrupted run for the next one
npm run bench -- --write             also write the results into this file
npm run chaos                        the fault drills of the last section; takes names and --write as well
\`\`\``;

/** Where and when, with the load of the machine: the conditions behind every figure. */
export function machineLine(): string {
  const day = new Date().toISOString().slice(0, 10);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `Measured ${day} on ${availableParallelism()} cores, Node ${process.versions.node}, ${process.platform} ${process.arch}; load average at the start ${load}.`;
}

/** Renders a section as text, with the machine line as it was when the measurement began. */
export const textOf = (section: Section, machine: string): string =>
  `${renderSection(section)}\n\n${machine}`;

/**
 * Writes sections into docs/figures.md; those not measured in this run stay as they are. `order` holds the titles of
 * benches.
 */
export async function writeFigures(
  sections: ReadonlyMap<string, string>,
  order: readonly string[],
): Promise<void> {
  const known = await readSections();
  const others = [...known.keys()].filter((title) => !order.includes(title));
  const texts = [...order, ...others]
    .map((title) => sections.get(title) ?? known.get(title))
    .filter((text) => text !== undefined);
  await writeFile(file, `${[head, ...texts].join("\n\n")}\n`);
}

/** Replaces one section with one made from its former text, in its position or at the end. */
export async function writeSection(title: string, make: (former: string) => string): Promise<void> {
  const known = await readSections();
  known.set(title, make(known.get(title) ?? ""));
  await writeFile(file, `${[head, ...known.values()].join("\n\n")}\n`);
}

/** Existing sections by title. */
async function readSections(): Promise<Map<string, string>> {
  const before = await readFile(file, "utf8").catch(() => "");
  const kept = before.split(/^(?=## )/m).slice(1);
  return new Map(kept.map((text) => [/^## (.*)/.exec(text)?.[1] ?? "", text.trim()]));
}
