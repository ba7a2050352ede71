import { limits } from "#contract/limits.ts";
import { ApiError } from "#web/lib/client.ts";
import type { Sending } from "#web/lib/outbox/act.ts";

/** The file with the call, or the reference of an upload that is complete. */
type Way = { readonly file: File } | { readonly upload: string };

/**
 * Sends a photo or a voice note. A small one goes with its call. A larger one goes in parts and resumes where it stopped,
 * and so does a small one after its call was lost. `kind`: that of the upload.
 */
export async function sendPhoto<T>(
  { file, address, project, onShare, onAddress, signal }: Sending<unknown>,
  call: (way: Way) => Promise<T>,
  kind: "attachment" | "photo" = "attachment",
): Promise<T> {
  if (file === null) throw new Error("a photo without a file");
  if (file.size <= limits.resumable.whole && address === null) {
    try {
      return await call({ file });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error;
    }
  }
  const { sendThenFinish } = await import("#web/lib/uploads/send.ts");
  const told = { id_project: String(project), kind };
  const result: { value?: T } = {};
  await sendThenFinish({ file, address }, told, { signal, onShare, onAddress }, async (upload) => {
    result.value = await call({ upload });
  });
  return result.value as T;
}
