import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { OutsideFailure } from "../outside-failure.ts";

/** Milliseconds until a download starts, and until it is complete. */
const patience = 120_000;

/**
 * Downloads the bytes at a signed address, without a token. Plain http is allowed only where the service itself is
 * configured so, which means this machine; redirects are not followed.
 */
export async function openDownload(address: string, mayBePlain: boolean): Promise<Readable> {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== "https:" && !(mayBePlain && url.protocol === "http:")))
    throw new OutsideFailure("Autodesk: the file's URL cannot be used", { trouble: "refused" });
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(patience) }).catch(
    () => {
      throw new OutsideFailure("Autodesk: the file could not be downloaded", { trouble: "silent" });
    },
  );
  if (response.ok && response.body !== null) return Readable.fromWeb(response.body as WebStream);
  await response.body?.cancel();
  throw new OutsideFailure(`Autodesk: the file could not be downloaded (${response.status})`, {
    trouble: response.status === 404 ? "missing" : "broken",
    status: response.status === 401 ? 403 : response.status,
  });
}
