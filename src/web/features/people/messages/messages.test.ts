import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { byDay, dayOf, daysBetween } from "./days.ts";
import { takeChange, takeMessage } from "./inbox.cache.ts";
import { keys } from "./inbox.queries.ts";
import { letter, me, omar } from "./letters.fixture.ts";
import { LATEST, nameOf, readMessages, readNewMessage } from "./messages.ts";

const ids = (messages: readonly { id: number }[] | undefined) => messages?.map(({ id }) => id);

describe("an answer with messages", () => {
  it("is read both as a list and as a page of one", () => {
    const list = [letter(2), letter(1)];
    expect(readMessages({ message: list })).toEqual(list);
    expect(readMessages({ message: { data: list, current_page: 1, per_page: 25, total: 2 } })).toEqual(list);
  });
});

describe("the event of a new message", () => {
  it("is parsed as a message with its count, or as the bare message of another server, and nothing else", () => {
    expect(readNewMessage({ message: letter(1), unread: 3 })).toEqual({ message: letter(1), unread: 3 });
    expect(readNewMessage(letter(1))).toEqual({ message: letter(1), unread: undefined });
    for (const nothing of [null, "text", {}, { message: { id: "1" } }])
      expect(readNewMessage(nothing)).toBeNull();
  });

  it("adds it at the top of every list it belongs to, and raises the count by one", () => {
    const client = new QueryClient();
    const old = Array.from({ length: LATEST }, (_, n) => letter(LATEST - n));
    client.setQueryData(keys.unread, 9);
    client.setQueryData(keys.latest, old);
    client.setQueryData(keys.thread(omar.id, false), { pages: [old, [letter(0)]], pageParams: [null, 1] });
    takeMessage(client, letter(30), me.id);
    expect(client.getQueryData(keys.unread)).toBe(10);
    const latest = client.getQueryData<{ id: number }[]>(keys.latest);
    expect([latest?.[0]?.id, latest?.length]).toEqual([30, LATEST]);
    const thread = client.getQueryData<{ pages: { id: number }[][] }>(keys.thread(omar.id, false));
    expect(ids(thread?.pages[0])?.slice(0, 2)).toEqual([30, LATEST]);

    takeMessage(client, letter(20), me.id, 11);
    expect(
      ids(client.getQueryData<{ id: number }[]>(keys.latest))?.slice(0, 2),
      "by when it was written",
    ).toEqual([30, 20]);
    expect(client.getQueryData(keys.unread), "the server's count is the right one").toBe(11);
    takeMessage(client, letter(31, { sender_id: me.id, recipient_id: omar.id }), me.id);
    expect(client.getQueryData(keys.unread), "what one writes oneself is not news").toBe(11);
  });
});

describe("a confirmed change", () => {
  it("removes read and deleted messages from the dropdown, and deleted ones from the conversation", () => {
    const client = new QueryClient();
    const list = [letter(3), letter(2), letter(1)];
    client.setQueryData(keys.latest, list);
    for (const deleted of [false, true])
      client.setQueryData(keys.thread(omar.id, deleted), { pages: [list], pageParams: [null] });
    takeChange(client, [3], { is_read: true }, 2);
    takeChange(client, [2], { is_deleted: true }, 1);
    expect(client.getQueryData(keys.unread)).toBe(1);
    expect(ids(client.getQueryData<{ id: number }[]>(keys.latest))).toEqual([1]);
    const shown = (deleted: boolean) =>
      ids(client.getQueryData<{ pages: { id: number }[][] }>(keys.thread(omar.id, deleted))?.pages[0]);
    expect(shown(false)).toEqual([3, 1]);
    expect(shown(true)).toEqual([3, 2, 1]);
  });
});

describe("a conversation", () => {
  it("is grouped by day and by runs of one sender, the oldest first", () => {
    const at = (minute: number, hour = 8, day = 20) => new Date(2026, 10, day, hour, minute).toISOString();
    const list = [
      letter(5, { created_at: at(0, 9, 21) }),
      letter(4, { created_at: at(30) }),
      letter(3, { created_at: at(3), sender_id: me.id, recipient_id: omar.id }),
      letter(2, { created_at: at(2) }),
      letter(1, { created_at: at(1) }),
    ];
    const days = byDay(list).map(({ day, runs }) => [day, runs.map((run) => run.map(({ id }) => id))]);
    expect(days).toEqual([
      ["2026-11-20", [[1, 2], [3], [4]]],
      ["2026-11-21", [[5]]],
    ]);
    expect(daysBetween("2026-02-28", "2026-03-01")).toBe(1);
    expect(
      daysBetween(dayOf(new Date(2026, 2, 28)), dayOf(new Date(2026, 2, 30))),
      "over a change of clocks",
    ).toBe(2);
  });

  it("is named after its person, by any name there is, or after the platform", () => {
    expect(nameOf(omar, "Sitewalk")).toBe("Omar Khalil");
    expect(nameOf({ ...omar, first_name: "", last_name: "" }, "Sitewalk")).toBe("omar");
    expect(nameOf(null, "Sitewalk")).toBe("Sitewalk");
  });
});
