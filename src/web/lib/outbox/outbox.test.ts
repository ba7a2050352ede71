import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { soon } from "#test/soon.ts";
import { ApiError } from "#web/lib/client.ts";
import { type Act, type ActKind, type Ref, readAct } from "./act.ts";
import { Outbox } from "./outbox.ts";
import type { OutboxParts } from "./outbox-parts.ts";
import { type ActShelf, DeviceFull, type Made } from "./shelf.ts";
import { waitingActs } from "./waiting.ts";

/** Storage that outlives the outboxes of a test, as IndexedDB outlives a page. */
class MemoryShelf implements ActShelf {
  readonly acts = new Map<string, Act>();
  readonly made = new Map<string, Made>();
  isFull = false;
  all() {
    const acts = [...this.acts.values()].flatMap((act) => readAct(act) ?? []);
    return Promise.resolve({
      acts: acts.toSorted((a, b) => a.order - b.order),
      made: [...this.made.values()],
    });
  }
  put(acts: readonly Act[], gone: readonly string[] = []) {
    if (this.isFull) return Promise.reject(new DeviceFull());
    for (const guid of gone) this.acts.delete(guid);
    for (const act of acts) this.acts.set(act.guid, structuredClone(act));
    return Promise.resolve();
  }
  remove(guids: readonly string[], made?: Made) {
    // Only deletions need no space.
    if (this.isFull && made !== undefined) return Promise.reject(new DeviceFull());
    for (const guid of guids) this.acts.delete(guid);
    if (made !== undefined) this.made.set(made.guid, made);
    return Promise.resolve();
  }
  forget(guids: readonly string[]) {
    for (const guid of guids) this.made.delete(guid);
    return Promise.resolve();
  }
}

interface Payload {
  readonly name: string;
  readonly of?: Ref;
  readonly sets?: string;
  readonly from?: unknown;
}

type Answer = ApiError | undefined | Promise<undefined>;
const offline = new ApiError(0, "NETWORK", "offline");
const refusedBy = (status: number, code: ApiError["code"]) => new ApiError(status, code, "");

/** An outbox of one page, and the calls that reached the server. */
function page(shelf: MemoryShelf, answer: (payload: Payload, tried: number) => Answer = () => undefined) {
  const sent: { name: string; guid: string; of: number | null }[] = [];
  const ended: [number, number][] = [];
  const announced: string[] = [];
  const browser = { user: 1, asked: 0 };
  const tries = new Map<string, number>();
  const kind: ActKind<Payload> = {
    kind: "note",
    capture: "snag",
    label: "offline.acts.snag",
    isPayload: (value): value is Payload => typeof (value as Partial<Payload> | null)?.name === "string",
    needs: ({ of }) => (of !== undefined && "guid" in of ? [of.guid] : []),
    sets: ({ sets }) => sets ?? null,
    async send({ payload, capture, idOf }) {
      const tried = (tries.get(payload.name) ?? 0) + 1;
      tries.set(payload.name, tried);
      const of = payload.of === undefined ? null : idOf(payload.of);
      const error = await answer(payload, tried);
      if (error !== undefined) throw error;
      sent.push({ name: payload.name, guid: capture.guid, of });
      return sent.length + 100;
    },
    rebase: (payload, now) => ({ ...payload, from: now }),
    summary: ({ name }) => name,
    path: () => "/",
  };
  const parts: OutboxParts = {
    shelf,
    kinds: new Map([["note", kind]]),
    clockOffset: () => 1500,
    verdict(error) {
      const { code, status, values, message, fields } = error as ApiError;
      if (status === 0) return { kind: "line" };
      if (status === 401) return { kind: "session" };
      return {
        kind: code === "CONFLICT" ? "conflict" : "refused",
        problem: { code, status, values, message, fields },
      };
    },
    announce: (acts) => {
      announced.push(...acts.map(({ guid }) => guid));
      return Promise.resolve();
    },
    untilWorthIt: () => Promise.resolve(),
    isSignedIn(user) {
      browser.asked += 1;
      return user === browser.user;
    },
    alone: (_, work) => work(),
    tell: () => undefined,
    onSent: () => undefined,
    onEnd: (count, stuck) => ended.push([count, stuck]),
  };
  const outbox = new Outbox(parts);
  const add = (payload: Payload, more: { guid?: string; file?: File } = {}) =>
    outbox.keep([{ kind, payload, project: 7, ...more }]);
  return { outbox, kind, add, sent, ended, announced, browser };
}
const stuck = () => new Promise<undefined>(() => undefined);
const names = () => waitingActs.get().map(({ payload }) => (payload as Payload).name);
const states = () => waitingActs.get().map(({ state }) => state);
const photo = () => new File(["photo"], "photo.jpg", { type: "image/jpeg" });
const guids = { snag: "11111111-1111-4111-8111-111111111111", other: "22222222-2222-4222-8222-222222222222" };

async function open(
  shelf: MemoryShelf,
  ...rest: Parameters<typeof page> extends [unknown, ...infer R] ? R : never
) {
  const opened = page(shelf, ...rest);
  await opened.outbox.start(1);
  return opened;
}

describe("the outbox", () => {
  it("stores an act before it is sent, with the time, the clock's offset and a checksum", async () => {
    const shelf = new MemoryShelf();
    const { add, sent } = await open(shelf, () => stuck());
    const [act] = await add({ name: "crack" });
    expect(shelf.acts.get(act?.guid ?? "")).toMatchObject({
      user: 1,
      project: 7,
      clockOffset: 1500,
      state: "waiting",
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(sent).toEqual([]);
    expect(names()).toEqual(["crack"]);
  });

  it("sends in order, small acts before photos, and what belongs to an act after it, under the server's id", async () => {
    const shelf = new MemoryShelf();
    const { outbox, kind, sent, ended } = await open(shelf);
    await outbox.keep([
      { kind, payload: { name: "snag" }, guid: guids.snag, project: 7 },
      { kind, payload: { name: "photo", of: { guid: guids.snag } }, file: photo(), project: 7 },
      { kind, payload: { name: "comment", of: { guid: guids.snag } }, project: 7 },
      { kind, payload: { name: "other" }, project: 7 },
    ]);
    await soon(() => expect(ended).toEqual([[4, 0]]));
    expect(sent.map(({ name }) => name)).toEqual(["snag", "comment", "other", "photo"]);
    expect(sent.map(({ of }) => of)).toEqual([null, 101, null, 101]);
    expect([...shelf.acts]).toEqual([]);
  });

  it("waits for the connection however often it breaks, and sends the same GUID again", async () => {
    const shelf = new MemoryShelf();
    const { add, sent, announced } = await open(shelf, (_, tried) => (tried < 5 ? offline : undefined));
    const [act] = await add({ name: "crack" });
    await soon(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.guid).toBe(act?.guid);
    expect(announced).toEqual([act?.guid]);
  });

  it("continues after a reload with what was not sent", async () => {
    const shelf = new MemoryShelf();
    const first = await open(shelf, () => stuck());
    await first.add({ name: "one" });
    await first.add({ name: "two" });
    first.outbox.stop();
    expect(names()).toEqual([]);
    const next = await open(shelf);
    await soon(() => expect(next.sent.map(({ name }) => name)).toEqual(["one", "two"]));
  });

  it("keeps what was refused, and everything that depends on it, until the user decides", async () => {
    const shelf = new MemoryShelf();
    let isGone = true;
    const { outbox, add, sent } = await open(shelf, ({ name }) =>
      name === "snag" && isGone ? refusedBy(404, "NOT_FOUND") : undefined,
    );
    await add({ name: "snag" }, { guid: guids.snag });
    await add({ name: "comment", of: { guid: guids.snag } });
    await add({ name: "other" });
    await soon(() => expect(sent.map(({ name }) => name)).toEqual(["other"]));
    await soon(() => expect(states()).toEqual(["refused", "waiting"]));
    isGone = false;
    await outbox.retry();
    await soon(() => expect(sent.map(({ name }) => name)).toEqual(["other", "snag", "comment"]));
  });

  it("removes an act with what depends on it, and nothing else", async () => {
    const shelf = new MemoryShelf();
    const { outbox, add } = await open(shelf, () => refusedBy(403, "FORBIDDEN"));
    await add({ name: "snag" }, { guid: guids.snag });
    await add({ name: "comment", of: { guid: guids.snag } });
    await add({ name: "other" }, { guid: guids.other });
    await soon(() => expect(states()).toEqual(["refused", "waiting", "refused"]));
    await outbox.remove(guids.snag);
    expect(names()).toEqual(["other"]);
    expect([...shelf.acts.keys()]).toEqual([guids.other]);
  });

  it("holds two changes of the same field in order, and lets the user select in a conflict", async () => {
    const shelf = new MemoryShelf();
    const now = { status: "closed" };
    const conflict = new ApiError(409, "CONFLICT", "", {
      values: { field: "status", now: JSON.stringify(now) },
    });
    const began: unknown[] = [];
    const { outbox, add, sent } = await open(shelf, ({ name, from }) => {
      began.push(from);
      return name === "ready" && from === undefined ? conflict : undefined;
    });
    const [act] = await add({ name: "ready", sets: "snag 1 status" });
    await add({ name: "in work", sets: "snag 1 status" });
    await add({ name: "other snag", sets: "snag 2 status" });
    await soon(() => expect(states()).toEqual(["conflict", "waiting"]));
    expect(sent.map(({ name }) => name)).toEqual(["other snag"]);
    await outbox.keepMine(act?.guid ?? "");
    await soon(() => expect(sent.map(({ name }) => name)).toEqual(["other snag", "ready", "in work"]));
    expect(began).toContainEqual(now);
    expect(sent[1]?.guid).toBe(act?.guid);
  });

  it("drops only the own value when the user keeps the server's", async () => {
    const conflict = new ApiError(409, "CONFLICT", "", { values: { field: "status", now: "{}" } });
    const { outbox, add, sent } = await open(new MemoryShelf(), ({ name }) =>
      name === "ready" ? conflict : undefined,
    );
    const [act] = await add({ name: "ready", sets: "snag 1 status" });
    await add({ name: "in work", sets: "snag 1 status" });
    await soon(() => expect(states()).toEqual(["conflict", "waiting"]));
    await outbox.keepTheirs(act?.guid ?? "");
    await soon(() => expect(sent.map(({ name }) => name)).toEqual(["in work"]));
  });

  it("refuses a new act on a full device and loses none of those it has", async () => {
    const shelf = new MemoryShelf();
    const { add } = await open(shelf, () => stuck());
    await add({ name: "one" });
    shelf.isFull = true;
    await expect(add({ name: "two" })).rejects.toBeInstanceOf(DeviceFull);
    expect(names()).toEqual(["one"]);
    expect(shelf.acts.size).toBe(1);
  });

  it("sends on a full device what it has, in order, and frees its space", async () => {
    const shelf = new MemoryShelf();
    const before = await open(shelf, () => stuck());
    const [snag] = await before.add({ name: "snag" });
    await before.add({ name: "photo", of: { guid: snag?.guid ?? "" } });
    await before.add({ name: "note" });
    before.outbox.stop();
    shelf.isFull = true;
    const { sent, outbox } = await open(shelf);
    await soon(() => expect(waitingActs.get()).toEqual([]));
    expect(sent.map(({ name }) => name)).toEqual(["snag", "photo", "note"]);
    // An act that another one needed is stored until it was sent again.
    await outbox.hear();
    await soon(() => expect(shelf.acts.size).toBe(0));
  });

  it("knows what waits on the device before it puts anything after it", async () => {
    const shelf = new MemoryShelf();
    const first = await open(shelf, () => stuck());
    const [earlier] = await first.add({ name: "old", sets: "due date" });
    first.outbox.stop();
    const { outbox, add } = page(shelf, () => stuck());
    void outbox.start(1);
    await outbox.start(1);
    expect(names()).toEqual(["old"]);
    const [later] = await add({ name: "new", sets: "due date" });
    expect(later?.dependsOn).toEqual([earlier?.guid]);
  });

  it("shows another user a number and nothing else, and sends nothing of theirs", async () => {
    const shelf = new MemoryShelf();
    const first = await open(shelf, () => stuck());
    await first.add({ name: "one" });
    await first.add({ name: "two" });
    first.outbox.stop();
    const other = page(shelf);
    await other.outbox.start(2);
    expect(names()).toEqual([]);
    expect(other.outbox.others.get()).toBe(2);
    await other.outbox.removeAll();
    expect(other.sent).toEqual([]);
    expect(shelf.acts.size).toBe(2);
  });

  it("sends nothing in the session of another user who signed in elsewhere in this browser", async () => {
    const shelf = new MemoryShelf();
    const first = await open(shelf, () => stuck());
    await first.add({ name: "one" });
    first.outbox.stop();
    const viewer = page(shelf);
    viewer.browser.user = 2;
    await viewer.outbox.start(1);
    viewer.outbox.wake();
    await soon(() => expect(names()).toEqual(["one"]));
    expect([viewer.sent, viewer.announced]).toEqual([[], []]);
    viewer.browser.user = 1;
    viewer.outbox.wake();
    await soon(() => expect(viewer.sent).toHaveLength(1));
  });

  it("does not bring back what was removed while it was being sent", async () => {
    const shelf = new MemoryShelf();
    const answer = Promise.withResolvers<undefined>();
    const { outbox, add } = await open(shelf, () => answer.promise);
    await add({ name: "one" });
    await soon(() => expect(outbox.sending.get()).not.toBeNull());
    await outbox.removeAll();
    answer.reject(offline);
    await soon(() => expect(outbox.sending.get()).toBeNull());
    expect(names()).toEqual([]);
    expect(shelf.acts.size).toBe(0);
  });

  it("stops at the end of the session, and continues after the next sign-in", async () => {
    const shelf = new MemoryShelf();
    let isIn = false;
    const first = await open(shelf, () => (isIn ? undefined : refusedBy(401, "UNAUTHENTICATED")));
    await first.add({ name: "one" });
    await soon(() => expect(first.outbox.sending.get()).toBeNull());
    expect(states()).toEqual(["waiting"]);
    first.outbox.stop();
    isIn = true;
    await first.outbox.start(1);
    await soon(() => expect(first.sent).toHaveLength(1));
  });

  it("keeps, shows and does not send what another version stored in an unknown form", async () => {
    const shelf = new MemoryShelf();
    const first = await open(shelf, () => stuck());
    const [act] = await first.add({ name: "one" });
    first.outbox.stop();
    if (act !== undefined) shelf.acts.set(act.guid, { ...act, kind: "of the future" });
    const next = await open(shelf);
    await soon(() => expect(states()).toEqual(["refused"]));
    expect(next.sent).toEqual([]);
    expect(shelf.acts.size).toBe(1);
  });

  it("sends small files before large ones, whatever their order", async () => {
    const { outbox, add, sent, browser } = await open(new MemoryShelf());
    browser.user = 2;
    const large = new File([new Uint8Array(limits.resumable.whole + 1)], "large.jpg");
    await add({ name: "large" }, { file: large });
    await add({ name: "small" }, { file: photo() });
    await add({ name: "note" });
    browser.user = 1;
    outbox.wake();
    await soon(() => expect(sent.map(({ name }) => name)).toEqual(["note", "small", "large"]));
  });

  it("stores acts in place of others in one step, or leaves those as they are", async () => {
    const shelf = new MemoryShelf();
    const { outbox, kind, add } = await open(shelf, () => refusedBy(404, "NOT_FOUND"));
    const [lost] = await add({ name: "comment" });
    await soon(() => expect(states()).toEqual(["refused"]));
    shelf.isFull = true;
    const draft = { kind, payload: { name: "new snag" }, project: 7 };
    await expect(outbox.keep([draft], [lost?.guid ?? ""])).rejects.toThrow(DeviceFull);
    expect(names()).toEqual(["comment"]);
    shelf.isFull = false;
    await outbox.keep([draft], [lost?.guid ?? ""]);
    expect(names()).toEqual(["new snag"]);
    expect(shelf.acts.size).toBe(1);
  });

  it("sends five thousand acts in their order", async () => {
    const { outbox, kind, sent, browser } = await open(new MemoryShelf());
    browser.user = 2;
    const all = Array.from({ length: 5000 }, (_, n) => `${n}`);
    await outbox.keep(all.map((name) => ({ kind, payload: { name }, project: 7 })));
    browser.user = 1;
    outbox.wake();
    await soon(() => expect(sent).toHaveLength(5000));
    expect(sent.map(({ name }) => name)).toEqual(all);
  });

  it("continues with an empty storage after the browser evicted it", async () => {
    const shelf = new MemoryShelf();
    const { outbox, add, sent, browser } = await open(shelf);
    browser.user = 2;
    await add({ name: "evicted" });
    await soon(() => expect(browser.asked).toBe(1));
    shelf.acts.clear();
    shelf.made.clear();
    browser.user = 1;
    await outbox.hear();
    expect(names()).toEqual([]);
    await add({ name: "next" });
    await soon(() => expect(sent.map(({ name }) => name)).toEqual(["next"]));
  });
});
