import { recall, remember, storageKeys } from "#web/lib/storage.ts";

/** Maximum number of stored comment drafts; the oldest are dropped. */
const most = 50;

const nameOf = (userId: number, snag: number) => `${userId}:${snag}`;

function readAll(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(recall(storageKeys.snagDrafts) ?? "{}");
    return Object.fromEntries(Object.entries(kept ?? {}).filter(([, text]) => typeof text === "string"));
  } catch {
    return {};
  }
}

/** A user's comment draft on a snag; it survives a reload and ends with the session. */
export const readComment = (userId: number, snag: number): string => readAll()[nameOf(userId, snag)] ?? "";

/** Stores a draft; an empty text removes it. */
export function keepComment(userId: number, snag: number, text: string): void {
  const { [nameOf(userId, snag)]: _, ...others } = readAll();
  const entries = Object.entries(others);
  if (text.trim() !== "") entries.push([nameOf(userId, snag), text]);
  const kept = Object.fromEntries(entries.slice(-most));
  remember(storageKeys.snagDrafts, entries.length === 0 ? null : JSON.stringify(kept));
}
