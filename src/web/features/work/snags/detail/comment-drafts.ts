import { recall, remember, storageKeys } from "#web/lib/storage.ts";

/** So many snags keep what was begun to be said of them; the oldest give way. */
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

/** What this person has begun to say of a snag; it outlives the page and ends with the session. */
export const readComment = (userId: number, snag: number): string => readAll()[nameOf(userId, snag)] ?? "";

/** An empty text forgets it. */
export function keepComment(userId: number, snag: number, text: string): void {
  const { [nameOf(userId, snag)]: _, ...others } = readAll();
  const entries = Object.entries(others);
  if (text.trim() !== "") entries.push([nameOf(userId, snag), text]);
  const kept = Object.fromEntries(entries.slice(-most));
  remember(storageKeys.snagDrafts, entries.length === 0 ? null : JSON.stringify(kept));
}
