import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export type Weight = "normal" | "strong";
export type Script = "latin" | "arabic";

/** One file of a family, with the letters that it contains. */
export interface Face {
  /** Name under which a document knows it. */
  readonly name: string;
  readonly script: Script;
  /** Read when one of its letters is first drawn. */
  bytes(): Buffer;
}

interface Part {
  readonly family: "roboto" | "noto-sans-arabic";
  readonly part: string;
  readonly script: Script;
}

/**
 * Searched in this order. Roboto comes first for glyphs that both have: signs and digits look the same in both
 * languages.
 */
const parts: readonly Part[] = [
  { family: "roboto", part: "latin", script: "latin" },
  { family: "noto-sans-arabic", part: "arabic", script: "arabic" },
  { family: "roboto", part: "latin-ext", script: "latin" },
  { family: "roboto", part: "vietnamese", script: "latin" },
  { family: "roboto", part: "cyrillic", script: "latin" },
  { family: "roboto", part: "cyrillic-ext", script: "latin" },
  { family: "roboto", part: "greek", script: "latin" },
  { family: "roboto", part: "math", script: "latin" },
  { family: "roboto", part: "symbols", script: "latin" },
];

const weights: Readonly<Record<Weight, number>> = { normal: 400, strong: 600 };

// The package may be in any parent node_modules: it is resolved rather than named.
const require = createRequire(import.meta.url);
const kept = new Map<string, Buffer>();

/** Parses `U+0600-06FF,U+0750` of the package's own list into pairs. */
function rangesOf({ family, part }: Part): [number, number][] {
  const path = require.resolve(`@fontsource/${family}/unicode.json`);
  const lists = JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
  return (lists[part] ?? "").split(",").map((range) => {
    const [first = "", last = first] = range.replace("U+", "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

let known: readonly (Part & { readonly ranges: [number, number][] })[] | undefined;

/** The face that contains a letter; undefined for one that none of them has, such as Chinese or emoji. */
export function faceOf(codePoint: number, weight: Weight): Face | undefined {
  known ??= parts.map((part) => ({ ...part, ranges: rangesOf(part) }));
  const part = known.find(({ ranges }) =>
    ranges.some(([first, last]) => codePoint >= first && codePoint <= last),
  );
  if (part === undefined) return undefined;
  const name = `${part.family}-${part.part}-${weights[weight]}`;
  return {
    name,
    script: part.script,
    bytes() {
      const path = require.resolve(`@fontsource/${part.family}/files/${name}-normal.woff`);
      const bytes = kept.get(name) ?? readFileSync(path);
      kept.set(name, bytes);
      return bytes;
    },
  };
}
