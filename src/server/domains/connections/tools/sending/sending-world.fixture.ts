import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Snag } from "#contract/snags.ts";
import { snagsWorld } from "#server/domains/work/snags/snags.fixture.ts";
import { type MemoryTool, memoryTool } from "../memory-tool.fixture.ts";
import { APP_KEY, connect, toolWorker } from "./sending.fixture.ts";

/**
 * A project of snags whose board is in an in-memory tool, through the manager's connection, with a worker between them.
 * The app is opened and closed with the file; each test has its own tool, worker, connection and time.
 */
export function sendingWorld() {
  /** Makes waiting links due at once. */
  let shift = 0;
  const now = () => new Date(Date.now() + shift);
  const world = snagsWorld({
    // The app itself reaches no tool.
    environment: { APP_KEY, INTEGRATION_ENDPOINTS: '{"clickup":{"api":"http://127.0.0.1:9"}}' },
    clock: { now },
  });
  const minutes = (count: number) => {
    shift += count * 60_000;
  };
  const db = () => world.is.app.database.db;

  let tool: MemoryTool;
  let worker: ReturnType<typeof toolWorker>;
  let ids: Awaited<ReturnType<typeof connect>>;

  beforeAll(async () => {
    const { app } = world.is;
    const admin = await app.as(await app.user({ role: "super_admin" }));
    await admin.call("PUT /api/settings", { body: { clickup_enabled: true } });
  });
  beforeEach(async () => {
    // The database timestamps snag changes with its own clock, which cannot be shifted.
    shift = 0;
    tool = memoryTool();
    tool.clock = now;
    worker = toolWorker(db(), tool, now);
    ids = await connect(db(), { id_user: world.is.manager.id, id_project: world.is.id_project });
  });
  afterEach(async () => {
    await db().deleteFrom("project_tools").execute();
    await db().deleteFrom("tool_connections").execute();
    await db().deleteFrom("snag_links").execute();
  });

  const at = (snag: Pick<Snag, "id">) => ({ params: { id: snag.id, tool: "clickup" } }) as const;
  const send = (snag: Pick<Snag, "id">) =>
    world.is.editor.client.call("POST /api/annotations/{id}/tools/{tool}", at(snag));
  const panel = (snag: Pick<Snag, "id">) =>
    world.is.editor.client.call("GET /api/annotations/{id}/tools", { params: { id: snag.id } });
  const last = () => {
    const card = [...tool.cards.values()].at(-1);
    if (card === undefined) throw new Error("no card");
    return card;
  };

  return {
    world,
    now,
    minutes,
    db,
    get tool() {
      return tool;
    },
    get worker() {
      return worker;
    },
    /** Ids of the connection and of the project's board. */
    get ids() {
      return ids;
    },
    ask: { params: { tool: "clickup" } } as const,
    at,
    send,
    panel,
    state: async (snag: Pick<Snag, "id">) => (await panel(snag)).links[0]?.state,
    log: async (snag: Pick<Snag, "id">) =>
      (await panel(snag)).log.map(({ direction, action, from, to }) =>
        [direction, action, from, to].join(" ").trim(),
      ),
    /** The latest card. */
    last,
    /** A snag that was pinned, sent and has its card. */
    async sent(body: Record<string, unknown> = {}) {
      const snag = await world.pin(body);
      await send(snag);
      await worker.sendDue();
      const [link] = (await panel(snag)).links;
      expect(link).toMatchObject({ state: "sent", failure: "" });
      return { snag, card: last() };
    },
    photo: (snag: Snag, name: string) =>
      db()
        .insertInto("snag_photos")
        .values({
          filename: `${name}.webp`,
          id_snag: snag.id,
          id_project: snag.id_project,
          id_visit: null,
          id_user: null,
          kind: "before",
          image: `portraits/${name}`,
          thumbnail: `portraits/${name}`,
        })
        .execute(),
    /** Polls for changes at the tool. */
    async hear() {
      minutes(6);
      await worker.ask();
      await worker.hear();
    },
  };
}
