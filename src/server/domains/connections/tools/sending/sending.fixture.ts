import { Readable } from "node:stream";
import type { NotificationInput } from "#server/domains/installation/notifications/notices.ts";
import { createAuthRepository } from "#server/domains/people/auth/auth.repository.ts";
import { createSnagNews } from "#server/domains/work/snags/snag-news.ts";
import { snagPolicy } from "#server/domains/work/snags/snags.policy.ts";
import { createSnagService } from "#server/domains/work/snags/snags.service.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { RateLimiter } from "#server/platform/http/rate.ts";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import { authorize } from "#server/platform/policy.ts";
import { sealTokens } from "../connecting/tokens.ts";
import type { MemoryTool } from "../memory-tool.fixture.ts";
import { createTools } from "../tools.ts";
import { newHookKey } from "../values.ts";
import { createToolOutbox } from "./outbox.ts";

/** Shared by the app and the workers beside it. */
export const APP_KEY = "0123456789abcdef0123456789abcdef";
export const mapping = { open: "todo", in_work: "doing", ready: null, closed: "done", disputed: null };

/**
 * A worker on the database of a running app, with an in-memory tool for all three: runs the work of the product's jobs
 * by hand, when the test calls it.
 */
export function toolWorker(db: Database, tool: MemoryTool, now: () => Date) {
  const clock = { now };
  const told: NotificationInput[] = [];
  const notices = { notify: async (_: unknown, news: NotificationInput) => void told.push(news) };
  const jobs = { send: () => Promise.resolve(null) };
  const bus = { emit: () => Promise.resolve() };
  const outbox = createToolOutbox({ clock, jobs });
  const policy = snagPolicy(db);
  const service = createSnagService({ db, bus, news: createSnagNews(notices), changed: outbox.snagsChanged });
  const { findAccount } = createAuthRepository(db);
  const key = createAppKey(APP_KEY);
  const { client } = tool;
  const worker = { isOff: false };
  const module = createTools({
    db,
    clock,
    key,
    log: createLog("silent"),
    rate: new RateLimiter(() => now().getTime()),
    attempts: { take: () => Promise.resolve() } as never,
    bus,
    jobs,
    notices,
    archive: {
      keptFile: () =>
        Promise.resolve({
          bytes: 3,
          modifiedAt: now(),
          open: () => Promise.resolve(Readable.from([Buffer.from("img")])),
        }),
    },
    sessions: { find: () => Promise.resolve(undefined) },
    clients: { trello: client, monday: client, clickup: client },
    outbox,
    openings: () => {
      const one = worker.isOff ? "site" : null;
      return Promise.resolve({
        autodesk: null,
        trello: one,
        monday: one,
        ms_project: null,
        clickup: one,
        api: null,
      });
    },
    snags: policy,
    viewOf: () => Promise.resolve(Buffer.from("view")),
    async changeStatus({ id_snag, status, id_user, via }) {
      const user = await findAccount(id_user);
      if (user === undefined) throw new AppError("SNAG_EDIT_DENIED");
      const subject = await authorize(policy, "answer", id_snag, user);
      await service.change([subject], { status }, { user, address: "", via });
    },
    publicUrl: "",
    siteAddress: "https://site.example",
    integrationEndpoints: "",
  });
  return Object.assign(worker, module, { told });
}

/** Creates a user's connection, and a project's board through it. */
export async function connect(
  db: Database,
  { id_user, id_project }: { readonly id_user: number; readonly id_project: number },
): Promise<{ readonly id_connection: number; readonly id_project_tool: number }> {
  const key = createAppKey(APP_KEY);
  const { id: id_connection } = await db
    .insertInto("tool_connections")
    .values({
      id_user,
      tool: "clickup",
      way: "sign_in",
      account_id: "me",
      account: "Site Office",
      secrets: sealTokens(key, { way: "sign_in", access: "access-0", refresh: "refresh-0" }),
      expires_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: id_project_tool } = await db
    .insertInto("project_tools")
    .values({
      id_project,
      tool: "clickup",
      id_connection,
      id_user,
      board_id: "board",
      board: JSON.stringify({ id: "board", name: "Site", place: "", url: "https://tool.example/b/board" }),
      statuses: JSON.stringify(mapping),
      status_names: JSON.stringify({ todo: "To do", doing: "Doing", done: "Done" }),
      hook_key: newHookKey(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id_connection, id_project_tool };
}
