import type { Purpose } from "#server/integrations/autodesk/keys.ts";
import { AppError } from "#server/platform/errors.ts";
import type { WithToken } from "./folder-walk.ts";
import { syncHub } from "./hub-sync.ts";
import { syncProject } from "./project-sync.ts";
import { isPassing, refusalOf } from "./refusals.ts";
import { importSheets } from "./sheet-import.ts";
import type { SyncTools } from "./sync-tools.ts";
import type { SyncRow } from "./syncs.ts";

/**
 * Handler of the job. Runs as the requesting user, with their present rights. After a restart it continues with the
 * missing items.
 */
export function createRunSync(tools: SyncTools) {
  const { syncs, log } = tools;
  const askFor =
    (userId: number, purpose: Purpose): WithToken =>
    (work) =>
      tools.tokens.withToken(userId, purpose, work);

  async function carryOut(row: SyncRow) {
    const user = await tools.account(row.id_user);
    if (user === undefined) throw new AppError("FORBIDDEN");
    await tools.assertReady(user.id);
    const read = askFor(user.id, "read");
    if (row.kind === "hub") return syncHub(tools, row, user, read);
    if (row.kind === "project") return syncProject(tools, row, user, read);
    return importSheets(tools, row, user, { read, export: askFor(user.id, "export") });
  }

  return {
    async run(id: number): Promise<void> {
      const row = await syncs.take(id);
      if (row === undefined) return;
      try {
        await syncs.settle(id, await carryOut(row));
      } catch (error) {
        const refusal = refusalOf(error);
        // A temporary or unexpected error: the queue retries, and gives up in the end.
        if (!(refusal instanceof AppError)) throw refusal;
        await syncs.note(id, refusal.code, refusal.message);
        if (isPassing(refusal)) throw refusal;
        log.info({ sync: id, code: refusal.code }, "autodesk: a sync ended early");
        await syncs.fail(id);
      }
    },
    async giveUp(id: number): Promise<void> {
      await syncs.fail(id);
    },
  };
}
