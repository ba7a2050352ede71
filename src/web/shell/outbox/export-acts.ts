import type { Act } from "#web/lib/outbox/act.ts";
import { zipOf } from "#web/lib/zip.ts";

/**
 * Saves acts as a ZIP file: `waiting.json` with everything that was entered, each photo and voice note as a file, and
 * below `uploads` the files of the upload queue.
 */
export async function exportActs(
  acts: readonly Act[],
  uploads: readonly { readonly name: string; readonly content: Blob }[] = [],
): Promise<void> {
  const photos = acts.flatMap((act, at) =>
    act.file === null ? [] : [{ guid: act.guid, name: `${at + 1} ${act.file.name}`, content: act.file }],
  );
  const nameOf = new Map(photos.map(({ guid, name }) => [guid, name]));
  const rows = acts.map((act) => ({ ...act, file: undefined, photo: nameOf.get(act.guid) ?? null }));
  const content = new Blob([JSON.stringify(rows, null, 2)], { type: "application/json" });
  const queued = uploads.map((file, at) => ({ ...file, name: `uploads/${at + 1} ${file.name}` }));
  const address = URL.createObjectURL(await zipOf([{ name: "waiting.json", content }, ...photos, ...queued]));
  const link = document.createElement("a");
  link.href = address;
  link.download = `waiting ${new Date().toISOString().slice(0, 16).replace(":", "-")}.zip`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
