import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const page = join(import.meta.dirname, "../../docs/browsers.md");
const [begin, end] = ["<!-- npm run engines -- --write -->", "<!-- end -->"];

/** Writes the table, with today's date, between the markers of docs/browsers.md. */
export async function writeTable(table: string): Promise<void> {
  const text = await readFile(page, "utf8");
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error("docs/browsers.md has lost its marks.");
  const day = new Date().toISOString().slice(0, 10);
  await writeFile(page, `${before}${begin}\n${day}, Debian 12, software GL\n\n${table}\n${end}${after}`);
}
