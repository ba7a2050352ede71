import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Our answer to one requirement of the OWASP ASVS 5.0. */
export interface AsvsRow {
  /** Such as `V6.2.1`. */
  readonly id: string;
  readonly level: string;
  readonly state: string;
  /** In our own words; the requirement itself is in the standard. */
  readonly does: string;
  /** Files, documents and tests; a test as `file › name`. */
  readonly proof: readonly string[];
}

export const root = join(import.meta.dirname, "../..");
export const asvsFile = join(root, "docs/security/asvs.csv");
const head = "id,level,state,what we do,proof";

/** Throws for a line with a different number of cells. */
export async function readAsvs(file = asvsFile): Promise<AsvsRow[]> {
  const [first, ...lines] = (await readFile(file, "utf8")).trimEnd().split("\n");
  if (first !== head) throw new Error(`The first line of ${file} is not ${head}.`);
  return lines.map((line) => {
    const cells = cellsOf(line);
    if (cells.length !== 5) throw new Error(`A line of ${cells.length} cells: ${line}`);
    const [id = "", level = "", state = "", does = "", proof = ""] = cells;
    return { id, level, state, does, proof: proof.split(" | ").filter(Boolean) };
  });
}

/** No cell contains a line break. */
function cellsOf(line: string): string[] {
  const cells = line.match(/(?<=^|,)(?:"(?:[^"]|"")*"|[^",]*)(?=,|$)/g) ?? [];
  return cells.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}
