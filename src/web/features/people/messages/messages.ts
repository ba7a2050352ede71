import { limits } from "#contract/limits.ts";
import type { Correspondent, Message, NewMessage } from "#contract/messages.ts";
import type { Output } from "#web/lib/client.ts";

/** Number of unread messages in the header's dropdown; above it the badge reads '9+'. */
export const LATEST = limits.shell.latest;

/** Newest first, as the server sorts them. */
export function byNewest(a: Message, b: Message): number {
  return b.created_at.localeCompare(a.created_at) || b.id - a.id;
}

/** The list in an answer, which is either a plain list or a page. */
export function readMessages({ message }: Pick<Output<"GET /api/messages">, "message">): readonly Message[] {
  return Array.isArray(message) ? message : message.data;
}

/** Parses the event, or returns null for anything that is no message. Servers other than ours may send the bare message. */
export function readNewMessage(data: unknown): { message: Message; unread: number | undefined } | null {
  if (typeof data !== "object" || data === null) return null;
  const told = data as Partial<NewMessage>;
  const message = (told.message ?? data) as Partial<Message>;
  if (typeof message.id !== "number" || typeof message.content !== "string") return null;
  return {
    message: message as Message,
    unread: typeof told.unread === "number" ? told.unread : undefined,
  };
}

/** Id of the other person; 0 for the server itself. */
export function peerOf({ sender_id, recipient_id }: Message, userId: number): number {
  return recipient_id === userId ? (sender_id ?? 0) : recipient_id;
}

/** Null for the server itself. */
export function otherOf({ sender, recipient }: Message, userId: number): Correspondent | null {
  return recipient.id === userId ? sender : recipient;
}

export const isMine = ({ sender_id }: Message, userId: number): boolean => sender_id === userId;

/** Whether the message is still unread for this user. */
export const isUnreadFor = (message: Message, userId: number): boolean =>
  message.recipient_id === userId && !message.is_read && !message.is_deleted;

/** Display name of a person; the platform's name where there is none. */
export function nameOf(
  person: Pick<Correspondent, "first_name" | "last_name" | "username"> | null,
  site: string,
): string {
  if (person === null) return site;
  return `${person.first_name} ${person.last_name}`.trim() || person.username;
}

/** The list with the message inserted in order, without duplicates. */
export function withMessage(messages: readonly Message[], message: Message): readonly Message[] {
  return [message, ...messages.filter(({ id }) => id !== message.id)].toSorted(byNewest);
}
