import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Route } from "#contract/index.ts";
import type { RawReply, TestClient } from "../client.ts";
import type { Operation } from "./history-check.ts";

/** One user with a client at each of the nodes. */
export interface Writer {
  readonly name: string;
  readonly id: number;
  readonly browsers: readonly TestClient[];
}

export interface WriterOptions {
  readonly writer: Writer;
  readonly random: () => number;
  readonly ending: AbortSignal;
  /** Recipient of messages. */
  readonly recipient: number;
  /** A picture that the product accepts; each upload gets a unique comment. */
  readonly picture: Buffer;
  readonly log: (operation: Operation) => void;
}

/** An item that was created and whose state is known; dropped as soon as it is not. */
interface Thing {
  readonly label: string;
  readonly id: number;
  version: number;
  readonly parent?: Thing;
  /** Number of items in it, including possible ones. */
  children: number;
  /** The visit of a room. */
  readonly id_visit?: number;
}

type Kind = "project" | "visit" | "room" | "snag" | "message";
type Reply = RawReply | undefined;
type Outcome = Operation["outcome"];

/** Milliseconds after which a call counts as unanswered. */
const PATIENCE = 8_000;
/** Milliseconds for which a caller without a response retries. */
const AGAIN = 20_000;
const date = "2026-03-01T08:00:00Z";

/** Performs one operation after another at one node or the other until stopped, and records the outcome of each. */
export async function writeHistory(options: WriterOptions): Promise<void> {
  const { writer, random, ending, recipient, picture, log } = options;
  const things: Record<Kind, Thing[]> = { project: [], visit: [], room: [], snag: [], message: [] };
  let count = 0;
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const label = (kind: Kind) => `${writer.name}-${kind}-${(count += 1)}`;
  const browser = (): TestClient => {
    const one = pick(writer.browsers);
    if (one === undefined) throw new Error("A writer has no browser.");
    return one;
  };

  const note = async (
    entry: Pick<Operation, "act" | "key" | "value">,
    call: () => Promise<Reply>,
  ): Promise<{ outcome: Outcome; id: number | undefined }> => {
    const from = performance.now();
    const reply = await call().catch(() => undefined);
    const outcome = outcomeOf(reply);
    log({ by: writer.name, ...entry, outcome, from, to: performance.now() });
    // Avoids calling a node that is down a hundred times a second.
    if (outcome === "unknown") await sleep(200);
    const { data } = (reply?.body ?? {}) as { data?: { id?: number } };
    return { outcome, id: outcome === "ok" ? data?.id : undefined };
  };

  const forget = (kind: Kind, thing: Thing) => {
    things[kind] = things[kind].filter((one) => one !== thing);
  };

  /** Creates an item; a caller without a response retries under the same idempotency key, every second time. */
  const make = async (
    kind: Kind,
    name: string,
    route: Route,
    body: object,
    parent?: Thing,
  ): Promise<void> => {
    const key = randomUUID();
    const asksAgain = random() < 0.5;
    const until = performance.now() + AGAIN;
    const call = async (): Promise<Reply> => {
      for (;;) {
        const reply = await sendNamed(browser(), route, body, key).catch(() => undefined);
        if (outcomeOf(reply) !== "unknown" || !asksAgain || performance.now() > until) return reply;
        await sleep(200);
      }
    };
    const { outcome, id } = await note({ act: "make", key: `${kind} ${name}`, value: "1" }, call);
    if (outcome !== "fail" && parent !== undefined) parent.children += 1;
    if (id !== undefined)
      things[kind].push({ label: name, id, version: 1, children: 0, ...(parent && { parent }) });
  };

  const rename = async (kind: "project" | "visit" | "snag"): Promise<void> => {
    const thing = pick(things[kind]);
    if (thing === undefined) return;
    const version = thing.version + 1;
    const name = `${thing.label} v${version}`;
    const body = kind === "snag" ? { title: name } : { name };
    const route = (
      {
        project: "PUT /api/projects/{id}",
        visit: "PUT /api/visits/{id}",
        snag: "PUT /api/annotations/{id}",
      } as const
    )[kind];
    const { outcome } = await note(
      { act: "change", key: `${kind} ${thing.label}`, value: String(version) },
      () => within(browser().raw(route, { params: { id: thing.id }, body })),
    );
    if (outcome === "ok") thing.version = version;
    if (outcome === "unknown") forget(kind, thing);
  };

  const remove = async (kind: "project" | "visit"): Promise<void> => {
    const thing = pick(things[kind].filter(({ children }) => children === 0));
    if (thing === undefined) return;
    forget(kind, thing);
    const route = kind === "project" ? "DELETE /api/projects/{id}" : "DELETE /api/visits/{id}";
    await note({ act: "remove", key: `${kind} ${thing.label}`, value: "" }, () =>
      within(browser().raw(route, { params: { id: thing.id } })),
    );
  };

  const upload = async (): Promise<void> => {
    const visit = pick(things.visit);
    if (visit === undefined) return;
    const name = label("room");
    const bytes = marked(picture, name);
    const value = createHash("sha256").update(bytes).digest("hex");
    const { outcome, id } = await note({ act: "make", key: `room ${name}`, value }, () =>
      within(
        browser().upload(
          "POST /api/rooms",
          { id_visit: String(visit.id), name },
          { file: { name: `${name}.jpg`, bytes } },
        ),
      ),
    );
    if (outcome !== "fail") visit.children += 1;
    if (id !== undefined)
      things.room.push({ label: name, id, version: 1, children: 0, id_visit: visit.id, parent: visit });
  };

  /** The same name from both nodes at once: at most one may succeed. */
  const twins = async (): Promise<void> => {
    const name = label("project");
    const entry = { act: "make", key: `project ${name}`, value: "1" } as const;
    const both = await Promise.all(
      writer.browsers.map((one) =>
        note(entry, () => within(one.raw("POST /api/projects", { body: { name: `${name} v1` } }))),
      ),
    );
    if (both.some(({ outcome }) => outcome === "unknown")) return;
    const id = both.find((one) => one.id !== undefined)?.id;
    if (id !== undefined) things.project.push({ label: name, id, version: 1, children: 0 });
  };

  const makeProject = () => {
    const name = label("project");
    return make("project", name, "POST /api/projects", { name: `${name} v1` });
  };
  const makeVisit = async () => {
    const project = pick(things.project);
    if (project === undefined) return makeProject();
    const name = label("visit");
    const body = { id_project: project.id, name: `${name} v1`, visit_date: date };
    return make("visit", name, "POST /api/visits", body, project);
  };
  const makeSnag = async () => {
    const room = pick(things.room);
    if (room?.id_visit === undefined) return;
    const name = label("snag");
    const body = { id_visit: room.id_visit, id_room: room.id, title: `${name} v1`, yaw: 10, pitch: 5 };
    return make("snag", name, "POST /api/annotations", body, room);
  };
  const makeMessage = () => {
    const name = label("message");
    return make("message", name, "POST /api/messages", { recipient_id: recipient, content: `${name} v1` });
  };
  const readAll = async () => {
    for (const route of ["PUT /api/notifications/mark-all-read", "PUT /api/messages/mark-all-read"] as const)
      await within(browser().raw(route, { body: {} })).catch(() => undefined);
  };

  const acts: readonly (readonly [number, () => Promise<void>])[] = [
    [3, makeProject],
    [2, twins],
    [5, makeVisit],
    [2, upload],
    [4, makeSnag],
    [4, makeMessage],
    [3, () => rename("project")],
    [3, () => rename("visit")],
    [3, () => rename("snag")],
    [3, () => remove("project")],
    [2, () => remove("visit")],
    [1, readAll],
  ];
  const total = acts.reduce((sum, [weight]) => sum + weight, 0);
  while (!ending.aborted) {
    let at = random() * total;
    const [, act] = acts.find(([weight]) => (at -= weight) < 0) ?? [];
    await act?.();
    await sleep(random() * 30);
  }
}

/** A refusal means that nothing was done; a server error leaves that open. */
function outcomeOf(reply: Reply): Outcome {
  if (reply === undefined || reply.status >= 500) return "unknown";
  const { code } = (typeof reply.body === "object" ? reply.body : {}) as { code?: string };
  // It was done the first time, and the original response is no longer known.
  if (code === "CALL_DONE") return "ok";
  if (code === "CALL_RUNNING") return "unknown";
  return reply.status < 300 ? "ok" : "fail";
}

function sendNamed(client: TestClient, route: Route, body: object, key: string): Promise<RawReply> {
  const { method, url } = client.address(route, {});
  const headers = { "content-type": "application/json", "idempotency-key": key };
  return within(client.send(method, url, JSON.stringify(body), headers));
}

function within<T>(answer: Promise<T>): Promise<T> {
  return Promise.race([
    answer,
    sleep(PATIENCE, undefined, { ref: false }).then(() => Promise.reject(new Error("no answer"))),
  ]);
}

/** The same picture with a comment in it: different bytes, and so a different file. */
function marked(jpeg: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment);
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
}
