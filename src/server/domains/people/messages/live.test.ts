import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { limits } from "#contract/limits.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { soon } from "#test/soon.ts";
import { fitting } from "./messages.events.ts";

interface Told {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

let app: TestApp;
let ana: { id: number; client: TestClient };
let chief: { id: number; client: TestClient };
const toAna: Told[] = [];
const toChief: Told[] = [];
const sockets: WebSocket[] = [];

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  const [one, two] = [await app.user(), await app.user({ role: "super_admin" })];
  ana = { ...one, client: await app.as(one) };
  chief = { ...two, client: await app.as(two) };
  await listen(ana, toAna);
  await listen(chief, toChief);
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await app.close();
});

async function listen({ id, client }: { id: number; client: TestClient }, told: Told[]): Promise<void> {
  const channel = `private-user-${id}`;
  const prove = async (socket_id: string) =>
    client.call("POST /api/broadcasting/auth", { body: { socket_id, channel_name: channel } });
  const [key] = (await prove("1.1")).auth.split(":");
  const socket = new WebSocket(`${app.origin.replace("http", "ws")}/app/${key}?protocol=7`);
  sockets.push(socket);
  const heard: Told[] = [];
  socket.on("message", (bytes: Buffer) => {
    const { event, data } = JSON.parse(bytes.toString()) as { event: string; data: string };
    const message = { event, data: JSON.parse(data) as Record<string, unknown> };
    (event.startsWith("pusher") ? heard : told).push(message);
  });
  await once(socket, "message");
  const proof = await prove(String(heard[0]?.data["socket_id"]));
  socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, ...proof } }));
  await soon(() =>
    expect(heard.map(({ event }) => event)).toContain("pusher_internal:subscription_succeeded"),
  );
}

const heardNext = async (told: Told[], count = 1) => {
  await soon(() => expect(told).toHaveLength(count));
  return told.splice(0);
};

describe("a new message", () => {
  it("reaches the recipient with the count of unread ones, and the sender's other tabs", async () => {
    const body = { recipient_id: chief.id, content: "Concrete at ten." };
    const { id } = await ana.client.call("POST /api/messages", { body });
    const message = expect.objectContaining({ id, content: "Concrete at ten.", is_read: false }) as unknown;
    expect(await heardNext(toChief)).toEqual([{ event: "new-message", data: { message, unread: 1 } }]);
    expect(await heardNext(toAna)).toEqual([{ event: "message.sent", data: { message } }]);
  });

  it("is reported to its sender when it is read, and not when it is deleted", async () => {
    const body = { recipient_id: chief.id, content: "Bring the plans." };
    const { id } = await ana.client.call("POST /api/messages", { body });
    await heardNext(toChief);
    await heardNext(toAna);
    await chief.client.call("PUT /api/messages/mark-read", { body: { message_ids: [id] } });
    const marked = [{ event: "message.marked", data: {} }];
    expect(await heardNext(toAna)).toEqual(marked);
    expect(await heardNext(toChief)).toEqual(marked);
    await chief.client.call("DELETE /api/messages/delete", { body: { message_ids: [id] } });
    expect(await heardNext(toChief)).toEqual(marked);
    await chief.client.call("POST /api/messages", { body: { recipient_id: ana.id, content: "Done." } });
    expect((await heardNext(toAna)).map(({ event }) => event)).toEqual(["new-message"]);
    await heardNext(toChief);
  });

  it("arrives with any content: text beyond a frame's limit is cut there and complete in the inbox", async () => {
    const worst = ['"', "\\", "\n", "ع", "👷", "宗"].map((sign) => sign.repeat(2000).slice(0, 2000));
    for (const content of worst) {
      const { id } = await ana.client.call("POST /api/messages", {
        body: { recipient_id: chief.id, content: `.${content.slice(0, 1998)}.` },
      });
      const [told] = await heardNext(toChief);
      const heard = (told?.data["message"] as { id: number; content: string } | undefined) ?? {
        id: 0,
        content: "",
      };
      expect(heard.id).toBe(id);
      expect(heard.content.startsWith(`.${content.slice(0, 400)}`)).toBe(true);
      const whole = await chief.client.call("GET /api/messages/{id}", { params: { id } });
      expect(whole.content).toHaveLength(limits.message.content);
    }
    expect(fitting("Short")).toBe("Short");
  });
});

it("Messages of parallel senders are counted one after the other", async () => {
  toChief.splice(0);
  const before = (await chief.client.call("GET /api/messages/unread")).unread;
  const write = (n: number) =>
    ana.client.call("POST /api/messages", { body: { recipient_id: chief.id, content: `${n}` } });
  await Promise.all(Array.from({ length: 12 }, (_, n) => write(n)));
  const told = await heardNext(toChief, 12);
  const counts = told.map(({ data }) => Number(data["unread"])).toSorted((a, b) => a - b);
  expect(counts).toEqual(Array.from({ length: 12 }, (_, n) => before + n + 1));
  const order = told.toSorted((a, b) => Number(a.data["unread"]) - Number(b.data["unread"]));
  const ids = order.map(({ data }) => (data["message"] as { id: number }).id);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});
