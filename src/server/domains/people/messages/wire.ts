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
export const wireMessage = (row: Row, readerId: number, address: Address): Message =>
  wireRow(row, readerId, (person) => wirePerson(person, address));

/** Messages in that form; the picture of each person is signed once, however many messages are theirs. */
export function wireMessages(rows: readonly Row[], readerId: number, address: Address): Message[] {
  const wired = new Map<Person, Correspondent>();
  const once = (person: Person) => {
    const known = wired.get(person) ?? wirePerson(person, address);
    wired.set(person, known);
    return known;
  };
  return rows.map((row) => wireRow(row, readerId, once));
}

function wireRow(
  { message, sender, recipient }: Row,
  readerId: number,
  wire: (person: Person) => Correspondent,
): Message {
  const isReceived = message.recipient_id === readerId;
  const isDeletedByRecipient = isReceived && message.is_deleted_by_recipient;
  return {
    id: message.id,
    content: message.content,
    type: message.type,
    sender_id: message.sender_id,
    recipient_id: message.recipient_id,
    is_read: message.is_read,
    is_deleted_by_recipient: isDeletedByRecipient,
    is_deleted: isReceived ? isDeletedByRecipient : message.is_deleted_by_sender,
    starred: isReceived ? message.starred_by_recipient : message.starred_by_sender,
    created_at: message.created_at.toISOString(),
    sender: sender === null ? null : wire(sender),
    recipient: wire(recipient),
  };
}
