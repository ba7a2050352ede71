import { type Act, actForm, type NewAct } from "./act.ts";

/** A new act, with the time and the checksum of its content. */
export async function makeAct(
  {
    kind,
    payload,
    project,
    projectName = "",
    file = null,
    guid = newGuid(),
    capturedAt = new Date().toISOString(),
  }: NewAct,
  known: Pick<Act, "user" | "order" | "clockOffset" | "dependsOn">,
): Promise<Act> {
  return {
    guid,
    form: actForm,
    kind: kind.kind,
    payload,
    file,
    project,
    projectName,
    ...known,
    dependsOn: [...new Set(known.dependsOn)],
    capturedAt,
    sha256: await sha256Of(payload, file),
    isAnnounced: false,
    state: "waiting",
    problem: null,
    tries: 0,
    address: null,
  };
}

/** `crypto.randomUUID` is missing where a page came by plain http from another machine. */
export function newGuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Of the file, or of the payload as JSON; empty where the browser computes none. */
export async function sha256Of(payload: unknown, file: File | null): Promise<string> {
  const subtle = (globalThis.crypto as { subtle?: SubtleCrypto }).subtle;
  if (subtle === undefined) return "";
  const bytes =
    file === null
      ? new TextEncoder().encode(JSON.stringify(payload))
      : new Uint8Array(await file.arrayBuffer());
  const hash = new Uint8Array(await subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
