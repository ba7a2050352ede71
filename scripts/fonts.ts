import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);

/** Of the browser. A page waits for the first of them that its characters need. */
export const fonts = [
  "@fontsource-variable/roboto/files/roboto-latin-wght-normal.woff2",
  "@fontsource-variable/roboto/files/roboto-latin-ext-wght-normal.woff2",
  "@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2",
] as const;

export const folder = join(import.meta.dirname, "../src/web/styles/fonts");
export const pathOf = (font: string): string => join(folder, basename(font));

/** Identifiers of the names in a font file that state its copyright, its trademark, its authors and its licence. */
const rights = [0, 7, 8, 9, 10, 11, 12, 13, 14];

/**
 * The font without the weights below normal and above bold, which no page shows: a quarter smaller for Latin, half for
 * Arabic. It has all glyphs and features of the original.
 */
export async function lightened(font: string): Promise<Buffer> {
  const original = await readFile(require.resolve(font));
  return subsetFont(original, null, {
    targetFormat: "woff2",
    keepAllGlyphs: true,
    variationAxes: { wght: { min: 400, max: 700 } },
    preserveNameIds: rights,
  });
}

if (import.meta.main) {
  await mkdir(folder, { recursive: true });
  for (const font of fonts) await writeFile(pathOf(font), await lightened(font));
}
