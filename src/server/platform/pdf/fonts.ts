import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export type Weight = "normal" | "strong";
export type Script = "latin" | "arabic";

/** One file of a family: the letters that it holds. */
export interface Face {
  /** Name under which a document knows it. */
  readonly name: string;
  readonly script: Script;
  /** Read when a letter of it is first drawn. */
  bytes(): Buffer;
}

interface Part {
  readonly family: "roboto" | "noto-sans-arabic";
  readonly part: string;
  readonly script: Script;
}

/** Asked in this order. Roboto says what both have: signs and figures look the same in both languages. */
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

// The package may lie in any node_modules above: it is found, not named.
const require = createRequire(import.meta.url);
const kept = new Map<string, Buffer>();

/** `U+0600-06FF,U+0750` of the package's own list, as pairs. */
function rangesOf({ family, part }: Part): [number, number][] {
  const path = require.resolve(`@fontsource/${family}/unicode.json`);
  const lists = JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
  return (lists[part] ?? "").split(",").map((range) => {
    const [first = "", last = first] = range.replace("U+", "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

let known: readonly (Part & { readonly ranges: [number, number][] })[] | undefined;

/** The face that holds a letter; undefined for one that none of them has, as Chinese or little pictures. */
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
