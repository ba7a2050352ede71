import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const isCode = /\.(?:ts|tsx|mjs)$/;
/** Words in quotes or backticks that may name a file: imported, forked or read. */
const quoted = /["'`]((?:\.{1,2}\/|#|[\w-]+\.(?:ts|tsx|mjs|css|json)\b)[^"'`\n]*|[\w-]+(?:\.[\w-]+)+)["'`]/g;
/** Files of texts, and the word that their keys begin with: code that uses a key reads them. */
const isTexts = /^src\/i18n\/(?:en|ar)\/(?:[\w-]+\/)?([a-z_]+)(?:\.[a-z_]+)?\.json$/;

/** Records which file of a checkout uses which, by paths from its root with forward slashes. */
export class ImportGraph {
  readonly #users = new Map<string, Set<string>>();
  readonly #texts = new Map<string, string>();
  readonly files: ReadonlySet<string>;

  /** @param root the checkout; files that git neither tracks nor ignores count as well. */
  constructor(root: string, files = filesOf(root)) {
    this.files = new Set(files);
    const aliases = aliasesOf(root);
    const texts = Map.groupBy(files, (file) => isTexts.exec(file)?.[1] ?? "");
    for (const file of files) {
      if (!isCode.test(file)) continue;
      const text = readFileSync(join(root, file), "utf8");
      this.#texts.set(file, text);
      for (const used of usesOf(file, text, { aliases, files: this.files, texts })) {
        const users = this.#users.get(used) ?? new Set();
        this.#users.set(used, users.add(file));
      }
    }
  }

  /** Whether a code file contains one of the words. */
  says(file: string, words: readonly string[]): boolean {
    const text = this.#texts.get(file);
    return text !== undefined && words.some((word) => new RegExp(`\\b${word}\\b`).test(text));
  }

  /** Every file that uses one of these, itself (0), directly (1), or through others, with the number of steps. */
  usersOf(changed: readonly string[]): Map<string, number> {
    const steps = new Map(changed.map((file) => [file, 0]));
    let border = [...steps.keys()];
    for (let step = 1; border.length > 0; step += 1) {
      const next: string[] = [];
      for (const file of border)
        for (const user of this.#users.get(file) ?? [])
          if (!steps.has(user)) {
            steps.set(user, step);
            next.push(user);
          }
      border = next;
    }
    return steps;
  }
}

const declaration =
  /^(?:export )?(?:default )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/;

/** The names declared at the left edge of a file, above the changed lines (counted from 1). */
export function namesAbove(text: string, lines: readonly number[]): string[] {
  const written = text.split("\n");
  const names = lines.flatMap((line) => {
    for (let at = Math.min(line, written.length) - 1; at >= 0; at -= 1) {
      const name = declaration.exec(written[at] ?? "")?.[1];
      if (name !== undefined) return [name];
    }
    return [];
  });
  return [...new Set(names)];
}

/** The changes within code files, by the names of the declarations that hold the changed lines. */
export function changedNames(root: string, since: string, files: readonly string[]): string[] {
  const names = files
    .filter((file) => isCode.test(file))
    .flatMap((file) => {
      const patch = git(root, ["diff", "-U0", since, "--", file]);
      const lines = patch.flatMap((line) => {
        const [, begin, count = "1"] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
        if (begin === undefined) return [];
        return Array.from({ length: Math.max(1, Number(count)) }, (_, at) => Number(begin) + at);
      });
      return namesAbove(readFileSync(join(root, file), "utf8"), lines);
    });
  return [...new Set(names)];
}

/** Files that differ from a commit, including untracked ones; removed files are left out. */
export function changedFiles(root: string, since: string): string[] {
  const changed = git(root, ["diff", "--name-only", "--relative", since]);
  const unknown = git(root, ["ls-files", "--others", "--exclude-standard"]);
  return [...new Set([...changed, ...unknown])].filter((file) => existsSync(join(root, file)));
}

function filesOf(root: string): string[] {
  return git(root, ["ls-files", "--cached", "--others", "--exclude-standard"]).filter((file) =>
    existsSync(join(root, file)),
  );
}

function git(root: string, words: readonly string[]): string[] {
  const text = execFileSync("git", words, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return text.split("\n").filter((line) => line !== "");
}

function aliasesOf(root: string): [string, string][] {
  const { imports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    imports: Record<string, string>;
  };
  return Object.entries(imports).map(([from, to]) => [from.replace("*", ""), to.replace(/^\.\/|\*/g, "")]);
}

interface Checkout {
  readonly aliases: readonly [string, string][];
  readonly files: ReadonlySet<string>;
  /** Files of texts, by the word that their keys begin with. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
}

function* usesOf(file: string, code: string, { aliases, files, texts }: Checkout): Generator<string> {
  for (const [, word = ""] of code.matchAll(quoted)) {
    const alias = aliases.find(([from]) => word.startsWith(from));
    const path = alias === undefined ? join(dirname(file), word) : alias[1] + word.slice(alias[0].length);
    const target = normalize(path.replace(/\?.*/, ""));
    if (files.has(target)) yield target;
    else if (files.has(`${target}/index.ts`)) yield `${target}/index.ts`;
    const space = /^([a-z_]+)\./.exec(word)?.[1];
    if (space === undefined) continue;
    yield* texts.get(space) ?? [];
  }
}
