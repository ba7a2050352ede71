import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isShipped } from "./imports.ts";

const root = join(import.meta.dirname, "../..");

interface Finding {
  readonly filename: string;
  readonly message: string;
  readonly code: string;
}

export interface Long {
  /** `src/x.ts` for a file, `src/x.ts name` for a function. */
  readonly name: string;
  readonly lines: number;
}

/** Files and functions of the product with more than these lines, as Oxlint counts them, including comments. */
export function measure(most: { readonly file: number; readonly function: number }): {
  readonly files: Long[];
  readonly functions: Long[];
} {
  const folder = mkdtempSync(join(tmpdir(), "sizes-"));
  try {
    const config = join(folder, "sizes.json");
    const lines = (max: number) => ["error", { max, skipBlankLines: false, skipComments: false }];
    const rules = { "max-lines": lines(most.file), "max-lines-per-function": lines(most.function) };
    writeFileSync(config, JSON.stringify({ plugins: [], categories: { correctness: "off" }, rules }));
    const found = findingsOf(config);
    const longs = (rule: string) =>
      found
        .filter(({ code, filename }) => code === `eslint(${rule})` && isShipped(filename))
        .map(({ filename, message }) => {
          const named = /function `([^`]+)`/.exec(message)?.[1];
          const name = rule === "max-lines" ? filename : `${filename} ${named ?? "a function"}`;
          return { name, lines: Number(/\((\d+)\)/.exec(message)?.[1]) };
        })
        .toSorted((one, other) => one.name.localeCompare(other.name));
    return { files: longs("max-lines"), functions: longs("max-lines-per-function") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Oxlint exits with 1 when it has findings: they are on its output nevertheless. */
function findingsOf(config: string): readonly Finding[] {
  const words = ["-c", config, "--disable-nested-config", "-f", "json", "src"];
  try {
    return read(execFileSync("oxlint", words, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }));
  } catch (error) {
    if (error instanceof Error && "stdout" in error && typeof error.stdout === "string")
      return read(error.stdout);
    throw error;
  }
}

const read = (text: string): readonly Finding[] =>
  (JSON.parse(text) as { readonly diagnostics: readonly Finding[] }).diagnostics;
