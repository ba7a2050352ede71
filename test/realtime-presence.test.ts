import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { soon } from "#test/soon.ts";
import { type TestDatabase, testDatabase } from "./database.ts";
import { type Official, officialClient, type RealtimeNode, realtimeNode } from "./realtime/node.ts";

let database: TestDatabase;
let channels = 0;
/** A channel used by this test only. */
const freshChannel = () => `presence-project-${++channels}`;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const samira = { id: "1", name: "Samira" };
const omar = { id: "2", name: "Omar" };

/** A member of a channel: the members their page was notified of, in order. */
async function member(node: RealtimeNode, channel: string, user: { id: string; name: string }) {
  const client = officialClient(node, user);
  const subscription = client.subscribe(channel);
  const told: string[] = [];
  subscription.bind("pusher:member_added", ({ id }: { id: string }) => void told.push(`+${id}`));
  subscription.bind("pusher:member_removed", ({ id }: { id: string }) => void told.push(`-${id}`));
  await soon(() => expect(subscription.subscribed).toBe(true));
  return { client, subscription, told };
}

test("The first member sees only themselves, a later one sees all, and both see each other.", async () => {
  const node = await realtimeNode(database);
  const channel = freshChannel();
  const first = await member(node, channel, samira);
  expect(first.subscription.members.count).toBe(1);
  expect(first.subscription.members.get("1")).toEqual({ id: "1", info: { name: "Samira" } });
  const second = await member(node, channel, omar);
  expect(second.subscription.members.count).toBe(2);
  expect(second.subscription.members.get("1")).toEqual({ id: "1", info: { name: "Samira" } });
  await soon(() => expect(first.told).toEqual(["+2"]));
  expect(first.subscription.members.get("2")).toEqual({ id: "2", info: { name: "Omar" } });
  expect(second.told).toEqual([]);
});

test("A user with two sockets joins once and leaves once.", async () => {
  const node = await realtimeNode(database);
  const channel = freshChannel();
  const { told, subscription } = await member(node, channel, samira);
  const [phone, laptop] = [await member(node, channel, omar), await member(node, channel, omar)];
  await soon(() => expect(told).toEqual(["+2"]));
  phone.client.disconnect();
  await sleep(1_000);
  expect(told).toEqual(["+2"]);
  laptop.client.disconnect();
  await soon(() => expect(told).toEqual(["+2", "-2"]));
  expect(subscription.members.count).toBe(1);
});

test("Two sockets of one user at two processes are one member at both.", async () => {
  const [a, b] = [await realtimeNode(database), await realtimeNode(database)];
  const channel = freshChannel();
  const watchers = [await member(a, channel, samira), await member(b, channel, { id: "3", name: "Lina" })];
  const [here, there] = [await member(a, channel, omar), await member(b, channel, omar)];
  for (const { told } of watchers)
    await soon(() => expect(told.filter((each) => each.endsWith("2"))).toEqual(["+2"]));
  expect(there.subscription.members.count).toBe(3);
  here.client.disconnect();
  await sleep(1_000);
  for (const { told } of watchers) expect(told).not.toContain("-2");
  there.client.disconnect();
  for (const { told } of watchers)
    await soon(() => expect(told.filter((each) => each.endsWith("2"))).toEqual(["+2", "-2"]));
});

test("A member who leaves a screen is removed at once, without a grace period.", async () => {
  const node = await realtimeNode(database, { presence: { beat: 200, lease: 300_000, grace: 300_000 } });
  const channel = freshChannel();
  const { told } = await member(node, channel, samira);
  const left = await member(node, channel, omar);
  await soon(() => expect(told).toEqual(["+2"]));
  left.client.unsubscribe(channel);
  await soon(() => expect(told).toEqual(["+2", "-2"]));
});

test("A member who disconnects for a moment stays a member.", async () => {
  const node = await realtimeNode(database, { presence: { beat: 200, lease: 10_000, grace: 4_000 } });
  const channel = freshChannel();
  const { told } = await member(node, channel, samira);
  const lost = await member(node, channel, omar);
  await soon(() => expect(told).toEqual(["+2"]));
  lost.client.disconnect();
  await sleep(300);
  await member(node, channel, omar);
  await sleep(5_000);
  expect(told).toEqual(["+2"]);
});

test("A stopping process hands its members over without a visible leave.", async () => {
  const times = { presence: { beat: 200, lease: 5_000, grace: 2_000 } };
  const [stays, ends] = [await realtimeNode(database, times), await realtimeNode(database, times)];
  const channel = freshChannel();
  const { told } = await member(stays, channel, samira);
  await member(ends, channel, omar);
  await soon(() => expect(told).toEqual(["+2"]));
  await ends.stop();
  await member(stays, channel, omar);
  await sleep(3_000);
  expect(told).toEqual(["+2"]);
});

test("The members of a dead process are removed once its lease has expired.", async () => {
  const node = await realtimeNode(database);
  const channel = freshChannel();
  const { told, subscription } = await member(node, channel, samira);
  // The leftovers of a process that ended without notice: its row and those of its members.
  await sql`
    with dead as (
      insert into realtime_processes (alive_until) values (now() + interval '1500 ms') returning id
    )
    insert into presence_members (channel, member, process, info)
    select ${channel}, '9', id, '{"name":"Nobody"}' from dead`.execute(database.db);
  await member(node, channel, omar);
  await soon(() => expect(told.toSorted()).toEqual(["+2", "+9"]));
  await soon(() => expect(told.toSorted()).toEqual(["+2", "+9", "-9"]));
  expect(subscription.members.count).toBe(2);
  await soon(async () => {
    const { rows } = await sql`select from presence_members where member = '9'`.execute(database.db);
    expect(rows).toHaveLength(0);
  });
});

test("When the table is emptied, as after a crash of the database, all members are written again without flicker.", async () => {
  const [a, b] = [await realtimeNode(database), await realtimeNode(database)];
  const channel = freshChannel();
  const { told, subscription } = await member(a, channel, samira);
  await member(b, channel, omar);
  await soon(() => expect(told).toEqual(["+2"]));
  await sql`truncate presence_members, realtime_processes`.execute(database.db);
  await soon(async () => {
    const { rows } = await sql<{ member: string }>`
        select m.member from presence_members m join realtime_processes p on p.id = m.process
        where channel = ${channel} order by 1`.execute(database.db);
    expect(rows.map((row) => row.member)).toEqual(["1", "2"]);
  });
  await sleep(1_000);
  expect(told).toEqual(["+2"]);
  expect(subscription.members.count).toBe(2);
});

test("A channel has at most a hundred members: the next one is refused with a message, and may join when one leaves.", async () => {
  const node = await realtimeNode(database);
  const channel = freshChannel();
  const crowd = await Promise.all(
    Array.from({ length: 100 }, (_, n) => member(node, channel, { id: `m${n}`, name: `Member ${n}` })),
  );
  const late: Official = officialClient(node, omar);
  const refusals: unknown[] = [];
  const subscription = late.subscribe(channel);
  subscription.bind("pusher:subscription_error", (error: unknown) => void refusals.push(error));
  await soon(() => expect(refusals).toMatchObject([{ type: "LimitReached", status: 429 }]));
  expect(crowd[0]?.subscription.members.count).toBe(100);
  crowd[50]?.client.unsubscribe(channel);
  await soon(() => expect(crowd[0]?.subscription.members.count).toBe(99));
  subscription.subscribe();
  await soon(() => expect(subscription.subscribed).toBe(true));
  expect(crowd[0]?.subscription.members.count).toBe(100);
});
