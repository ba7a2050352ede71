import { expect, test } from "vitest";
import type { Person, Row } from "./messages.repository.ts";
import { wireMessage, wireMessages } from "./wire.ts";

const person = (id: number): Person => ({
  id,
  username: `user-${id}`,
  first_name: "",
  last_name: "",
  avatar: `portraits/${id}.webp`,
});

test("the picture of a person is signed once for all their messages", () => {
  const [ana, ben] = [person(1), person(2)];
  const rows = Array.from({ length: 200 }, (_, id): Row => {
    const [sender, recipient] = id % 2 === 0 ? [ana, ben] : [ben, ana];
    return {
      sender,
      recipient,
      message: {
        id,
        type: "user",
        sender_id: sender.id,
        recipient_id: recipient.id,
        content: `message ${id}`,
        starred_by_sender: false,
        starred_by_recipient: false,
        created_at: new Date(id),
        is_read: false,
        is_deleted_by_sender: false,
        is_deleted_by_recipient: false,
      },
    };
  });
  const signed: string[] = [];
  const address = (key: string) => `/media/${signed.push(key)}/${key}`;
  const wired = wireMessages(rows, ana.id, address);
  expect(signed).toEqual(["portraits/1.webp", "portraits/2.webp"]);
  const plain = (key: string) => `/media/${signed.indexOf(key) + 1}/${key}`;
  expect(wired).toEqual(rows.map((row) => wireMessage(row, ana.id, plain)));
});
