import { describe, expect, it } from "vitest";
import { soon } from "#test/soon.ts";
import { ApiError, refusalOf } from "#web/lib/client.ts";
import type { Batch, PlannedRoom } from "./batch.ts";
import { UploadQueue } from "./queue.ts";
import type { QueueParts } from "./queue-parts.ts";
import { guidOf, nameOf, type PictureRecord, type UploadRecord, type UploadShelf } from "./records.ts";
import { isOfTheLine } from "./send.ts";

const rooms: PlannedRoom[] = ["hall", "stairs", "roof"].map((name) => ({
  key: name,
  name,
  file: new File(["x".repeat(10)], `${name}.jpg`),
}));
const visit = { id: 7, name: "Week 12" };
const offline = new ApiError(0, "NETWORK", "no line");

/** An in-memory substitute for the browser's database. */
class MemoryShelf implements UploadShelf {
  readonly records = new Map<string, UploadRecord>();
  all = async () => [...this.records.values()];
  put = async (record: UploadRecord) => void this.records.set(nameOf(record), record);
  remove = async (names: readonly string[]) => {
    for (const name of names) this.records.delete(name);
  };
}

/** A server that responds as `answer` says, and the upload queue of one page in front of it. */
function page(
  shelf: MemoryShelf,
  answer: (picture: PictureRecord, tried: number) => unknown = () => undefined,
  change: Partial<QueueParts> = {},
) {
  const sent: string[] = [];
  const ended: Batch[] = [];
  let open = 0;
  let most = 0;
  const queue = new UploadQueue({
    shelf,
    async send(picture, _visit, { signal, onShare, onAddress }) {
      sent.push(picture.name);
      most = Math.max(most, ++open);
      try {
        onShare(0.5);
        onAddress(`/api/uploads/${picture.name}`);
        await new Promise((resolve) => setTimeout(resolve, 2));
        const refused = await answer(picture, sent.filter((name) => name === picture.name).length);
        signal.throwIfAborted();
        if (refused !== undefined) throw refused;
      } finally {
        open -= 1;
      }
    },
    clockOffset: () => -2000,
    hash: () => Promise.resolve(""),
    announce: () => Promise.resolve(),
    user: () => 1,
    isSignedIn: () => true,
    untilItsTurn: () => Promise.resolve(),
    isOfTheLine,
    explain: (error) => (error as Error).message,
    untilWorthIt: () => Promise.resolve(),
    claim: (_batch, mine) => {
      queueMicrotask(mine);
      return () => undefined;
    },
    onArrived: () => undefined,
    onEnd: (batch) => ended.push(batch),
    ...change,
  });
  const states = () => queue.batches.get()[0]?.pictures.map(({ state }) => state.kind);
  return { queue, sent, ended, states, most: () => most };
}

async function begun(shelf: MemoryShelf, ...rest: [Parameters<typeof page>[1]?, Partial<QueueParts>?]) {
  const opened = page(shelf, ...rest);
  await opened.queue.start(1);
  const id = opened.queue.add(visit, true, rooms);
  return { ...opened, id };
}

describe("uploading rooms", () => {
  it("sends them in order, one at a time", async () => {
    const shelf = new MemoryShelf();
    const { sent, most, ended, queue } = await begun(shelf);
    queue.add({ id: 8, name: "Week 13" }, false, [
      { key: "cellar", name: "cellar", file: new File(["x"], "cellar.jpg") },
    ]);
    await soon(() => expect(ended).toHaveLength(2));
    expect(sent).toEqual(["hall", "stairs", "roof", "cellar"]);
    expect(most()).toBe(1);
    expect(ended[0]).toMatchObject({ phase: "done", arrived: 3, total: 3, isNewVisit: true });
    await soon(() => expect([...shelf.records.keys()]).toEqual([]));
    expect(queue.batches.get()).toEqual([]);
  });

  it("sends what is added before it was started, and what was left is sent, too", async () => {
    const shelf = new MemoryShelf();
    const first = await begun(shelf, () => new Promise(() => undefined));
    await soon(() => expect(first.sent).toEqual(["hall"]));
    first.queue.stop();
    const { queue, sent, ended } = page(shelf);
    queue.addPhotos({ id_project: 1, project: "Tower" }, [
      { key: "crack", name: "crack", file: new File(["x"], "crack.jpg") },
    ]);
    await queue.start(1);
    await soon(() => expect(ended).toHaveLength(2));
    expect(sent.toSorted()).toEqual(["crack", "hall", "roof", "stairs"]);
    await soon(() => expect([...shelf.records.keys()]).toEqual([]));
  });

  it("stops at the first failure and leaves the rest waiting", async () => {
    const refused = new ApiError(500, "SERVER", "Broken");
    let isBroken = true;
    const opened = await begun(new MemoryShelf(), ({ name }) =>
      name === "stairs" && isBroken ? refused : undefined,
    );
    await soon(() => expect(opened.ended).toHaveLength(1));
    expect(opened.sent).toEqual(["hall", "stairs"]);
    expect(opened.states()).toEqual(["done", "failed", "waiting"]);
    expect(opened.ended[0]).toMatchObject({ phase: "stopped", reason: "Broken", arrived: 1 });

    isBroken = false;
    opened.queue.resume(opened.id);
    await soon(() => expect(opened.ended).toHaveLength(2));
    expect(opened.sent).toEqual(["hall", "stairs", "stairs", "roof"]);
    expect(opened.ended[1]).toMatchObject({ phase: "done", arrived: 3 });
  });

  it("skips the failed one and continues on request", async () => {
    const refused = new ApiError(422, "IMAGE_RATIO", "Wrong");
    const opened = await begun(new MemoryShelf(), ({ name }) => (name === "hall" ? refused : undefined));
    await soon(() => expect(opened.states()).toEqual(["failed", "waiting", "waiting"]));
    opened.queue.skipFailed(opened.id);
    await soon(() => expect(opened.ended.at(-1)).toMatchObject({ phase: "done", arrived: 2, total: 2 }));
    expect(opened.sent).toEqual(["hall", "stairs", "roof"]);
  });

  it("waits for the network instead of failing, however often it breaks", async () => {
    const opened = await begun(new MemoryShelf(), (_, tried) => (tried < 4 ? offline : undefined));
    await soon(() => expect(opened.ended).toHaveLength(1));
    expect(opened.ended[0]).toMatchObject({ phase: "done", arrived: 3 });
    expect(opened.sent).toEqual(["hall", "stairs", "roof"].flatMap((name) => [name, name, name, name]));
  });

  it("takes a request that did not reach the server in time for one that the network lost", async () => {
    const opened = await begun(new MemoryShelf(), (_, tried) => (tried < 2 ? refusalOf(408, "") : undefined));
    await soon(() => expect(opened.ended).toHaveLength(1));
    expect(opened.ended[0]).toMatchObject({ phase: "done", arrived: 3 });
  });

  it("keeps what is stored when it cannot be read, and sends it at the next start", async () => {
    const shelf = new MemoryShelf();
    const first = await begun(shelf, () => new Promise(() => undefined));
    await soon(() => expect(first.sent).toEqual(["hall"]));
    await soon(() => expect(shelf.records.size).toBe(4));
    first.queue.stop();
    const { all } = shelf;
    const second = page(shelf, undefined, {
      claim: (_batch, mine) => {
        shelf.all = () => Promise.reject(new DOMException("The database is closing.", "InvalidStateError"));
        queueMicrotask(mine);
        return () => undefined;
      },
    });
    await second.queue.start(1);
    await soon(() => expect(second.queue.batches.get()).toEqual([]));
    expect(shelf.records.size).toBe(4);
    shelf.all = all;
    const third = page(shelf);
    await third.queue.start(1);
    await soon(() => expect(third.ended[0]).toMatchObject({ phase: "done" }));
    expect(third.sent).toEqual(["hall", "stairs", "roof"]);
  });

  it("can be paused and resumed, and lets a picture be removed", async () => {
    const opened = await begun(new MemoryShelf());
    opened.queue.pause(opened.id);
    await soon(() => expect(opened.states()).toEqual(["waiting", "waiting", "waiting"]));
    expect(opened.queue.batches.get()[0]?.phase).toBe("paused");
    const stairs = opened.queue.batches.get()[0]?.pictures[1]?.key ?? "";
    opened.queue.remove(opened.id, stairs);
    opened.queue.resume(opened.id);
    await soon(() => expect(opened.ended).toHaveLength(1));
    expect(opened.ended[0]).toMatchObject({ phase: "done", arrived: 2, total: 2 });
    expect(opened.sent.filter((name) => name === "stairs")).toEqual([]);
  });
});

describe("uploading photos of a project", () => {
  const plan = { id_project: 3, project: "Tower B" };

  it("goes on after a failure, reports it once the others have arrived, and retries it on request", async () => {
    let isBroken = true;
    const opened = page(new MemoryShelf(), ({ name }) =>
      name === "hall" && isBroken ? new ApiError(422, "IMAGE_TYPE", "No picture") : undefined,
    );
    await opened.queue.start(1);
    const id = opened.queue.addPhotos(plan, rooms);
    await soon(() => expect(opened.ended).toHaveLength(1));
    expect(opened.sent).toEqual(["hall", "stairs", "roof"]);
    expect(opened.states()).toEqual(["failed", "done", "done"]);
    expect(opened.ended[0]).toMatchObject({
      phase: "stopped",
      reason: "No picture",
      arrived: 2,
      name: "Tower B",
      href: "/photos/3",
    });
    isBroken = false;
    opened.queue.resume(id);
    await soon(() => expect(opened.ended.at(-1)).toMatchObject({ phase: "done", arrived: 3 }));
    expect(opened.queue.batches.get()).toEqual([]);
  });

  it("keeps the guid of each photo over a reload, so that the server knows it again", async () => {
    const shelf = new MemoryShelf();
    const first = page(shelf, () => new Promise<undefined>(() => undefined));
    await first.queue.start(1);
    first.queue.addPhotos(plan, rooms.slice(0, 1));
    await soon(() => expect([...shelf.records.values()].some(({ kind }) => kind === "picture")).toBe(true));
    const guids: string[] = [];
    const second = page(shelf, (picture) => void guids.push(guidOf(picture)));
    await second.queue.start(1);
    await soon(() => expect(second.ended).toHaveLength(1));
    expect(guids).toEqual(["hall"]);
    expect(second.ended[0]).toMatchObject({ photos: plan, arrived: 1 });
  });
});

describe("after the page is closed", () => {
  const stuck = () => new Promise<undefined>(() => undefined);

  it("unfinished uploads resume from where they were, for the same user", async () => {
    const shelf = new MemoryShelf();
    const first = await begun(shelf, ({ name }) => (name === "stairs" ? stuck() : undefined));
    await soon(() => expect(first.states()).toEqual(["done", "uploading", "waiting"]));
    await soon(() => expect(shelf.records.size).toBe(3));
    const seen: (string | null)[] = [];
    const told: (Batch | undefined)[] = [];
    const next = page(shelf, ({ address }) => {
      seen.push(address);
      told.push(next.queue.batches.get()[0]);
    });
    await next.queue.start(1);
    await soon(() => expect(next.ended).toHaveLength(1));
    expect(next.sent).toEqual(["stairs", "roof"]);
    expect(seen[0]).toBe("/api/uploads/stairs");
    expect(told[0]).toMatchObject({ visit, total: 3, arrived: 1, lost: 0 });
    expect(next.ended[0]).toMatchObject({ phase: "done", arrived: 3, total: 3, isNewVisit: true });
    await soon(() => expect(shelf.records.size).toBe(0));
  });

  it("pictures that the page could not store before it closed are reported missing, and never counted as arrived", async () => {
    const shelf = new MemoryShelf();
    const first = await begun(shelf, stuck);
    await soon(() => expect(shelf.records.size).toBe(4));
    first.queue.stop();
    for (const [name, record] of shelf.records)
      if (record.kind === "picture" && record.name === "roof") shelf.records.delete(name);
    const next = page(shelf);
    await next.queue.start(1);
    await soon(() => expect(next.ended).toHaveLength(1));
    expect(next.ended[0]).toMatchObject({ phase: "done", arrived: 2, total: 2, lost: 1 });
  });

  it("a paused batch stays paused", async () => {
    const shelf = new MemoryShelf();
    const first = await begun(shelf, stuck);
    first.queue.pause(first.id);
    await soon(() =>
      expect([...shelf.records.values()].some((one) => "isPaused" in one && one.isPaused)).toBe(true),
    );
    const next = page(shelf);
    await next.queue.start(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(next.queue.batches.get()[0]?.phase).toBe("paused");
    expect(next.sent).toEqual([]);
  });

  it("another user sees, sends and removes nothing of it", async () => {
    const shelf = new MemoryShelf();
    const first = await begun(shelf, stuck);
    await soon(() => expect(shelf.records.size).toBe(4));
    first.queue.stop();
    const other = page(shelf);
    await other.queue.start(2);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(other.queue.batches.get()).toEqual([]);
    expect(other.sent).toEqual([]);
    expect(shelf.records.size).toBe(4);
    const again = page(shelf);
    await again.queue.start(1);
    await soon(() => expect(again.ended).toHaveLength(1));
  });

  it("no uploads of a user who signed out explicitly are left, and all uploads of others", async () => {
    const shelf = new MemoryShelf();
    const first = await begun(shelf, stuck);
    await soon(() => expect(shelf.records.size).toBe(4));
    await first.queue.forgetAll(2);
    expect(shelf.records.size).toBe(4);
    await first.queue.forgetAll(1);
    expect(shelf.records.size).toBe(0);
    expect(first.queue.batches.get()).toEqual([]);
  });

  it("abandoned uploads are removed after a week, whichever user they belong to", async () => {
    const shelf = new MemoryShelf();
    const first = await begun(shelf, stuck);
    await soon(() => expect(shelf.records.size).toBe(4));
    for (const [name, record] of shelf.records)
      if (record.kind === "batch")
        shelf.records.set(name, { ...record, at: Date.now() - 31 * 24 * 3_600_000 });
    first.queue.stop();
    await page(shelf).queue.start(2);
    await soon(() => expect(shelf.records.size).toBe(0));
  });

  it("a page that waits for another one's batch takes over only the remainder", async () => {
    const shelf = new MemoryShelf();
    const first = await begun(shelf, ({ name }) => (name === "roof" ? stuck() : undefined));
    let takeOver: () => void = () => undefined;
    const second = page(shelf, undefined, {
      claim: (_batch, mine) => {
        takeOver = mine;
        return () => undefined;
      },
    });
    await second.queue.start(1);
    await soon(() => expect(first.states()).toEqual(["done", "done", "uploading"]));
    await soon(() => expect(shelf.records.size).toBe(2));
    expect(second.sent).toEqual([]);
    takeOver();
    await soon(() => expect(second.ended).toHaveLength(1));
    expect(second.sent).toEqual(["roof"]);
  });
});

it("a browser without storage uploads nevertheless", async () => {
  const refuse = () => Promise.reject(new Error("forbidden"));
  const shelf = Object.assign(new MemoryShelf(), { all: refuse, put: refuse, remove: refuse });
  const { ended } = await begun(shelf);
  await soon(() => expect(ended[0]).toMatchObject({ phase: "done", arrived: 3 }));
});

describe("on a shared device", () => {
  const stuck = () => new Promise<undefined>(() => undefined);

  it("shows another user the number of files and nothing else", async () => {
    const shelf = new MemoryShelf();
    const first = await begun(shelf, stuck);
    await soon(() => expect(shelf.records.size).toBe(4));
    first.queue.stop();
    const next = page(shelf);
    await next.queue.start(2);
    expect(next.queue.others.get()).toBe(3);
    expect(next.queue.batches.get()).toEqual([]);
    expect(next.sent).toEqual([]);
  });

  it("sends no file in the session of another user who signed in elsewhere in this browser", async () => {
    const shelf = new MemoryShelf();
    const browser = { user: 1 };
    const opened = await begun(
      shelf,
      ({ name }) => {
        if (name === "hall") browser.user = 2;
      },
      { isSignedIn: (user) => user === browser.user },
    );
    await soon(() => expect(opened.queue.batches.get()).toEqual([]));
    expect(opened.sent).toEqual(["hall"]);
    const left = [...shelf.records.values()].flatMap((one) => (one.kind === "picture" ? [one.name] : []));
    expect(left).toEqual(["stairs", "roof"]);
  });
});

describe("evidence of queued files", () => {
  it("is stored with each file and announced before the first is sent", async () => {
    const log: string[] = [];
    const shelf = new MemoryShelf();
    const opened = await begun(shelf, ({ name, capture }) => void log.push(`${name} ${capture?.sha256}`), {
      hash: (file) => Promise.resolve(`sha of ${file.name}`),
      announce: (pictures) => {
        log.push(`announced ${pictures.map(({ capture }) => capture.sha256).join(", ")}`);
        return Promise.resolve();
      },
      untilItsTurn: () => soon(() => expect(log.length).toBeGreaterThan(0)),
    });
    await soon(() => expect(opened.ended).toHaveLength(1));
    expect(log).toEqual([
      "announced sha of hall.jpg, sha of stairs.jpg, sha of roof.jpg",
      "hall sha of hall.jpg",
      "stairs sha of stairs.jpg",
      "roof sha of roof.jpg",
    ]);
  });

  it("keeps its GUID over a reload", async () => {
    const shelf = new MemoryShelf();
    const first = await begun(shelf, stuckForever);
    await soon(() => expect(shelf.records.size).toBe(4));
    const stored = [...shelf.records.values()].flatMap((one) =>
      one.kind === "picture" ? [guidOf(one)] : [],
    );
    first.queue.stop();
    const guids: string[] = [];
    const next = page(shelf, (picture) => void guids.push(guidOf(picture)));
    await next.queue.start(1);
    await soon(() => expect(next.ended).toHaveLength(1));
    expect(guids).toEqual(stored);
    expect(new Set(guids).size).toBe(3);
  });
});
const stuckForever = () => new Promise<undefined>(() => undefined);
