import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { placeOf, type TextTree, treeOf } from "./text-tree.ts";

const here = import.meta.dirname;

/** The files of a language by their path from its folder, without the extension: `media/visits`. */
export const textFiles = (language: string): string[] =>
  readdirSync(join(here, language), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.slice(0, -".json".length).replaceAll("\\", "/"))
    .toSorted();

export const readTextFile = (language: string, file: string): TextTree =>
  JSON.parse(readFileSync(join(here, language, `${file}.json`), "utf8")) as TextTree;

/** All texts of a language, except those of the given files. */
export const readTexts = (language: string, except: readonly string[] = []): TextTree =>
  treeOf(
    textFiles(language)
      .map((file) => ({ file, place: placeOf(`${file}.json`) }))
      .filter(({ place }) => !except.includes(place))
      .map(({ file, place }) => [place, readTextFile(language, file)]),
  );
