import type { Correspondent, Message } from "#contract/messages.ts";
import { publicUsername } from "#server/platform/person-name.ts";
import type { Person, Row } from "./messages.repository.ts";

/** The address behind a key of the object store. */
export type Address = (objectKey: string) => string;

export function wirePerson(
  { id, username, first_name, last_name, avatar }: Person,
  address: Address,
): Correspondent {
  return {
    id,
    username: publicUsername(username),
    first_name,
    last_name,
    avatar: avatar === null ? null : address(avatar),
  };
}

/** A message in the form for this reader: the state of the other end's copy is hidden. */
export function wireMessage(
  { message, sender, recipient }: Row,
  readerId: number,
  address: Address,
): Message {
  const isReceived = message.recipient_id === readerId;
  const isDeletedByRecipient = isReceived && message.deleted_by_recipient_at !== null;
  return {
    id: message.id,
    content: message.content,
    type: message.type,
    sender_id: message.sender_id,
    recipient_id: message.recipient_id,
    is_read: message.read_at !== null,
    is_deleted_by_recipient: isDeletedByRecipient,
    is_deleted: isReceived ? isDeletedByRecipient : message.deleted_by_sender_at !== null,
    starred: isReceived ? message.starred_by_recipient : message.starred_by_sender,
    created_at: message.created_at.toISOString(),
    sender: sender === null ? null : wirePerson(sender, address),
    recipient: wirePerson(recipient, address),
  };
}
