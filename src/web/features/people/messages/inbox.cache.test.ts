import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it, onTestFinished } from "vitest";
import type { Message } from "#contract/messages.ts";
import { soon } from "#test/soon.ts";
import { takeMessage } from "./inbox.cache.ts";
import { keys } from "./inbox.queries.ts";

const me = 1;
const person = (id: number) => ({ id, username: `p${id}`, first_name: "", last_name: "", avatar: null });
const written = (id: number): Message => ({
  id,
  content: "Hello",
  type: "user",
  sender_id: 2,
  recipient_id: me,
  is_read: false,
  is_deleted_by_recipient: false,
  is_deleted: false,
  starred: false,
  created_at: "2026-03-01T08:00:00Z",
  sender: person(2),
  recipient: person(me),
});

async function badge(rows: () => number) {
  const client = new QueryClient();
  const observer = new QueryObserver(client, { queryKey: keys.unread, queryFn: async () => rows() });
  onTestFinished(observer.subscribe(() => undefined));
  const shown = () => observer.getCurrentResult().data;
  await soon(() => expect(shown()).toBe(rows()));
  return { client, shown };
}

it("Shows the count of a message, and does not request it when it is the expected one", async () => {
  const { client, shown } = await badge(() => 2);
  takeMessage(client, written(9), me, 3);
  expect([shown(), client.isFetching({ queryKey: keys.unread })]).toEqual([3, 0]);
});

it("Requests the count when neither of two simultaneous messages includes the other", async () => {
  let rows = 2;
  const { client, shown } = await badge(() => rows);
  rows = 4;
  takeMessage(client, written(9), me, 3);
  takeMessage(client, written(10), me, 3);
  await soon(() => expect(shown()).toBe(4));
});
