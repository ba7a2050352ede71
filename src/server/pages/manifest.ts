import type { Templates } from "./templates.ts";

/** The part of Vite's manifest that is read here. Keys are paths of sources, or names of chunks shared by several. */
export type Manifest = Readonly<
  Record<
    string,
    { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }
  >
>;

/**
 * One of the lists of the build: the application's, `.vite/manifest.json`, the sign-in pages', `door.json`, or
 * `public.json` of the pages of guests, or `answer.json` of the page of a crew's link.
 */
export async function readManifest(templates: Templates, name: string): Promise<Manifest> {
  const text = await templates.read(name).catch(() => "{}");
  return JSON.parse(text) as Manifest;
}

/** The files of a module and of all its static imports. */
export function closure(manifest: Manifest, entry: string): string[] {
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  add(entry);
  return [...files];
}
