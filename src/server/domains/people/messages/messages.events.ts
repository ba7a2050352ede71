import { z } from "zod";
import { NewMessage } from "#contract/messages.ts";
import { defineEvent } from "#server/platform/events/event.ts";

const channelOf = (id: number) => `private-user-${id}`;

/** A message was written; `unread` is the recipient's count. Both ends are notified, the sender for their other tabs. */
export const messageWritten = defineEvent("message.written", NewMessage, {
  broadcast({ message, unread }) {
    const told = { ...message, content: fitting(message.content) };
    const { sender_id, recipient_id } = message;
    return [
      { channel: channelOf(recipient_id), event: "new-message", data: { message: told, unread } },
      ...(sender_id === null
        ? []
        : [{ channel: channelOf(sender_id), event: "message.sent", data: { message: told } }]),
    ];
  },
});

/** Messages were read, starred, deleted or restored: the inboxes of `people` have changed. */
export const messagesMarked = defineEvent("message.marked", z.object({ people: z.array(z.number()) }), {
  broadcast: ({ people }) =>
    people.map((id) => ({ channel: channelOf(id), event: "message.marked", data: {} })),
});

/** Limit of a content on the wire in bytes, which leaves room for the names beside it within the 10 KB of a frame. */
const most = 7 * 1024;

/** The protocol nests JSON in JSON: double escaping can take four times the length. */
export function fitting(content: string): string {
  const bytes = (text: string) => Buffer.byteLength(JSON.stringify(JSON.stringify(text)));
  return bytes(content) <= most ? content : `${content.slice(0, most / 8).toWellFormed()}…`;
}
