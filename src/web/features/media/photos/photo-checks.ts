import { photoLimits, photoTypes } from "#contract/photos.limits.ts";
import type { PlannedRoom } from "#web/lib/uploads/batch.ts";
import type { Translate } from "#web/lib/use-text.ts";

export interface RefusedPhoto {
  readonly name: string;
  readonly reason: string;
}

const endings = /\.(?:jpe?g|png|webp)$/i;

/** Why a file cannot be a photo; undefined for one that can. The server checks its bytes. */
function reasonOf({ type, name, size }: File, t: Translate): string | undefined {
  const types: readonly string[] = photoTypes;
  if (type === "" ? !endings.test(name) : !types.includes(type)) return t("photos.wrong_type");
  if (size > photoLimits.bytes) return t("photos.too_large", { n: photoLimits.megabytes });
  return undefined;
}

/** Files to upload, each with a guid, and refused ones with the reason. */
export function sortFiles(files: readonly File[], t: Translate) {
  const planned: PlannedRoom[] = [];
  const refused: RefusedPhoto[] = [];
  for (const file of files) {
    const reason = reasonOf(file, t);
    if (reason === undefined) planned.push({ key: newGuid(), name: file.name, file });
    else refused.push({ name: file.name, reason });
  }
  return { planned, refused };
}

/** Browsers without TLS have no `randomUUID`. */
export function newGuid(): string {
  if (crypto.randomUUID !== undefined) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
