import { recall, remember, storageKeys } from "#web/lib/storage.ts";

/** Maximum number of stored drafts; the oldest are dropped. */
const most = 50;

const nameOf = (userId: number, peer: number) => `${userId}:${peer}`;

function readAll(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(recall(storageKeys.messageDrafts) ?? "{}");
    const entries = Object.entries(kept ?? {}).filter(([, text]) => typeof text === "string");
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

/** Draft of a message from a user to a peer; it survives a reload and ends with the session. */
export function readDraft(userId: number, peer: number): string {
  return readAll()[nameOf(userId, peer)] ?? "";
}

/** Stores a draft; an empty text removes it. */
export function keepDraft(userId: number, peer: number, text: string): void {
  const { [nameOf(userId, peer)]: _, ...others } = readAll();
  const entries = Object.entries(others);
  if (text.trim() !== "") entries.push([nameOf(userId, peer), text]);
  remember(
    storageKeys.messageDrafts,
    entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries.slice(-most))),
  );
}
