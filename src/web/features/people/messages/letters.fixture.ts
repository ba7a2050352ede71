import type { Conversation, Correspondent, Message } from "#contract/messages.ts";

/** The signed-in user in the screen tests, in the form that others see. */
export const me: Correspondent = {
  id: 1,
  username: "site-manager",
  first_name: "Site",
  last_name: "Manager",
  avatar: null,
};

export const omar: Correspondent = {
  id: 7,
  username: "omar",
  first_name: "Omar",
  last_name: "Khalil",
  avatar: null,
};

/** A message from Omar to the signed-in user; a higher number is a later message. */
export function letter(id: number, more: Partial<Message> = {}): Message {
  return {
    id,
    content: `Message ${id}`,
    type: "user",
    sender_id: omar.id,
    recipient_id: me.id,
    is_read: false,
    is_deleted_by_recipient: false,
    is_deleted: false,
    starred: false,
    created_at: new Date(Date.UTC(2026, 10, 20, 8, id)).toISOString(),
    sender: omar,
    recipient: me,
    ...more,
  };
}

export const conversationOf = (last: Message, unread = 0): Conversation => ({
  person: omar,
  last,
  unread,
  can: { write: true },
});
