import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { folder, fonts, lightened, pathOf } from "./fonts.ts";

it("The fonts of the web part are those of their packages with fewer weights (npm run fonts)", async () => {
  for (const font of fonts)
    expect((await lightened(font)).equals(await readFile(pathOf(font))), font).toBe(true);
  expect((await readdir(folder)).toSorted()).toEqual(fonts.map((font) => basename(font)).toSorted());
});
