import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { soon } from "#test/soon.ts";
import { createSignals } from "./events/signals.ts";
import { createLog } from "./log.ts";
import { createNodes, type Nodes, type NodesOptions } from "./nodes.ts";

const log = createLog("silent");
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const started: Nodes[] = [];
afterEach(async () => {
  for (const nodes of started.splice(0)) await nodes.stop();
  await database.db.deleteFrom("nodes").execute();
});

async function start(name: string, options: Partial<NodesOptions> = {}): Promise<Nodes> {
  const nodes = createNodes({ db: database.db, name, url: "", role: "all", version: "2.1", log, ...options });
  started.push(nodes);
  await nodes.start();
  return nodes;
}

/** Records a node whose last heartbeat was so many seconds ago. */
async function strangerSeen(id: string, seconds: number): Promise<void> {
  await sql`insert into nodes (id, name, url, role, version, seen_at)
    values (${id}, ${id}, 'http://10.0.0.9:8080', 'web', '2.1', now() - make_interval(secs => ${seconds}))`.execute(
    database.db,
  );
}

const names = (nodes: Nodes) => nodes.alive().map(({ name }) => name);

describe("the list of nodes", () => {
  it("starts with this node alone", async () => {
    const nodes = await start("one", { url: "http://10.0.0.1:8080", role: "web" });
    expect(nodes.others()).toBe(0);
    expect(nodes.alive()).toMatchObject([
      { id: nodes.self, name: "one", url: "http://10.0.0.1:8080", role: "web", version: "2.1", isSelf: true },
    ]);
    expect(nodes.find(nodes.self)?.name).toBe("one");
  });

  it("drops a node ten seconds after its last heartbeat, by the database's clock", async () => {
    await strangerSeen("young", 7);
    await strangerSeen("old", 11);
    const nodes = await start("one");
    expect(names(nodes).toSorted()).toEqual(["one", "young"]);
    expect(nodes.others()).toBe(1);
    expect(nodes.find("young")?.url).toBe("http://10.0.0.9:8080");
    expect(nodes.find("old")).toBeUndefined();
  });

  it("keeps the row of a dropped node for a day", async () => {
    await strangerSeen("missed", 3_600);
    await strangerSeen("forgotten", 25 * 3_600);
    await start("one");
    const { rows } = await sql<{ id: string }>`select id from nodes where name <> 'one'`.execute(database.db);
    expect(rows).toEqual([{ id: "missed" }]);
  });

  it("immediately notifies others of nodes that come and go", async () => {
    const signals = () => createSignals({ db: database.db, connection: database.connection, log });
    const [here, there] = [signals(), signals()];
    await here.start();
    await there.start();
    const every = 3_600_000;
    const one = await start("one", { signals: here, every });
    const changes = vi.fn<() => void>();
    one.onChange(changes);
    const two = await start("two", { signals: there, every });
    expect(names(two)).toEqual(["one", "two"]);
    await soon(() => expect(names(one)).toEqual(["one", "two"]));
    await two.stop();
    await soon(() => expect(names(one)).toEqual(["one"]));
    expect(changes).toHaveBeenCalledTimes(2);
    await here.stop();
    await there.stop();
  });

  it("registers itself again after the database has lost its row", async () => {
    const one = await start("one", { every: 20 });
    await sql`truncate nodes`.execute(database.db);
    await soon(async () => {
      const { rows } = await sql<{ id: string }>`select id from nodes`.execute(database.db);
      expect(rows).toEqual([{ id: one.self }]);
    });
  });

  it("knows the offset of its own clock", async () => {
    const now = vi
      .spyOn(Date, "now")
      .mockImplementation(() => performance.timeOrigin + performance.now() + 7_200_000);
    const nodes = await start("one");
    now.mockRestore();
    expect(nodes.skewMs()).toBeGreaterThan(7_195_000);
    expect(nodes.skewMs()).toBeLessThan(7_205_000);
  });
});
