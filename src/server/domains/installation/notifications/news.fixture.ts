import { once } from "node:events";
import { expect, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { NewNotification, NotificationPreferences } from "#contract/notifications.ts";
import { type SettingValues, settingDefaults } from "#contract/settings.ts";
import { createBus } from "#server/platform/events/bus.ts";
import { createSignals } from "#server/platform/events/signals.ts";
import { createLog } from "#server/platform/log.ts";
import type { TestApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { soon } from "#test/soon.ts";
import { createNotices, type NotificationInput } from "./notices.ts";

const log = createLog("silent");

/** Notifies by hand, with the product's own statements and events; jobs are recorded instead of queued. */
export function teller({ database }: TestApp, settings: Partial<SettingValues> = {}) {
  const { db, connection } = database;
  const jobs: { to: number[] }[] = [];
  const notices = createNotices({
    bus: createBus({ db, signals: createSignals({ db, connection, log }), log }),
    jobs: { send: async (_trx, _job, data) => String(jobs.push(data as never)) },
    settings: { get: () => ({ ...settingDefaults, ...settings }) },
  });
  /** All of it in one transaction. */
  const tell = (...news: NotificationInput[]) =>
    db.transaction().execute(async (trx) => {
      for (const one of news) await notices.notify(trx, one);
    });
  return { notices, tell, jobs };
}

/** A user with a browser. */
export async function person(app: TestApp, options: Parameters<TestApp["user"]>[0] = {}) {
  const user = await app.user(options);
  return { ...user, client: await app.as(user) };
}
export type Person = Awaited<ReturnType<typeof person>>;

/** A user's bell, newest first. */
export const bell = ({ client }: Pick<Person, "client">) =>
  client.call("GET /api/notifications", { query: { limit: 100 } });

export const titles = async (who: Pick<Person, "client">) => (await bell(who)).map(({ title }) => title);

export async function empty({ client }: Pick<Person, "client">): Promise<void> {
  await client.call("PUT /api/notifications/mark-all-read", { body: {} });
  await client.call("POST /api/notifications/delete-read", { body: {} });
}

type Preference = NotificationPreferences["preferences"][number];

/** Sets the channels by which a user wants notifications of one kind; every channel by default. */
export const prefer = ({ client }: Person, id: Preference["id"], ways: Partial<Preference>) =>
  client.call("PUT /api/notifications/preferences", {
    body: { preferences: [{ id, bell: true, mail: true, browser: true, ...ways }] },
  });

export interface Heard {
  readonly event: string;
  readonly data: NewNotification;
  /** Size of the whole message. */
  readonly bytes: number;
}

/** Messages received on the user's own channel from now on: a socket as any client of the protocol opens it. */
export async function listen(app: TestApp, { id, client }: { id: number; client: TestClient }) {
  const channel = `private-user-${id}`;
  const sign = async (socket_id: string) =>
    (await client.call("POST /api/broadcasting/auth", { body: { socket_id, channel_name: channel } })).auth;
  const [key] = (await sign("1.1")).split(":");
  const socket = new WebSocket(`${app.origin.replace("http", "ws")}/app/${key}?protocol=7`);
  onTestFinished(() => socket.terminate());
  const heard: Heard[] = [];
  socket.on("message", (bytes: Buffer) => {
    const { event, data } = JSON.parse(bytes.toString()) as { event: string; data: string };
    heard.push({ event, data: JSON.parse(data) as NewNotification, bytes: bytes.length });
  });
  await once(socket, "message");
  const { socket_id = "" } = { ...(heard[0]?.data as unknown as { socket_id?: string } | undefined) };
  socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, auth: await sign(socket_id) } }));
  await soon(() =>
    expect(heard.map(({ event }) => event)).toContain("pusher_internal:subscription_succeeded"),
  );
  heard.length = 0;
  return heard;
}
