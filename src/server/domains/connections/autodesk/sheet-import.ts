import type { Readable } from "node:stream";
import { limits } from "#contract/limits.ts";
import { OutsideFailure } from "#server/integrations/outside-failure.ts";
import { receiveFile, TooLarge } from "#server/media/receive.ts";
import { AppError } from "#server/platform/errors.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type Drawing, listDrawings } from "./drawings.ts";
import type { WithToken } from "./folder-walk.ts";
import { isForAll, refusalOf } from "./refusals.ts";
import { linkOf, type SyncTools } from "./sync-tools.ts";
import type { SyncProgress, SyncRow, SyncWarning } from "./syncs.ts";

/**
 * Milliseconds between two checks of a PDF export, growing from `first` to `longest`, and the time after which it is
 * abandoned.
 */
const polls = { first: 250, longest: 5000, patience: 300_000 };
/**
 * Imports drawings of a linked project as floor plans, one after another: imported ones stay even if a later one fails.
 * A drawing that was imported before, identified by its number, becomes a new version of its floor plan.
 */
export async function importSheets(
  tools: SyncTools,
  row: SyncRow,
  user: SessionUser,
  asks: { readonly read: WithToken; readonly export: WithToken },
): Promise<SyncProgress> {
  const { db, client, syncs } = tools;
  const link = await linkOf(tools, row);
  const place = { hub: link.hub_id, project: link.adsk_project_id };
  const { items } = await listDrawings(client, asks.read, place.project, { place: async () => place });
  const byId = new Map(items.map((drawing) => [drawing.id, drawing]));
  const warnings: SyncWarning[] = [];
  const total = row.wanted.length;
  let [done, brought] = [0, 0];
  let last: AppError | undefined;
  for (const id of row.wanted) {
    const drawing = byId.get(id);
    const known = drawing && (await knownSheet(tools, link.id, drawing));
    const isResumed = known?.adsk_sheet_id === id && known.brought_at.getTime() >= row.created_at.getTime();
    if (drawing === undefined) warnings.push({ title: id, detail: "The sheet no longer exists." });
    else if (drawing.source === null)
      warnings.push({ title: titleOf(drawing), detail: "This sheet has no PDF." });
    else if (isResumed) brought += 1;
    else {
      try {
        await assertMayBring(tools, link.id_project, user);
        const file = await fetchPdf(tools, drawing.source, { ...place, id }, asks);
        try {
          const plan = {
            id_project: link.id_project,
            id_sheet: known?.id_sheet ?? null,
            name: titleOf(drawing).slice(0, 255),
            file: { ...file, name: `${fileNameOf(drawing)}.pdf` },
            page: drawing.source.kind === "file" ? drawing.source.page : 1,
          };
          await tools.bring(tools.projects, user, plan, async (trx, id_sheet) => {
            const values = {
              adsk_sheet_id: drawing.id,
              id_sheet,
              version_set: drawing.versionSet,
              brought_at: tools.clock.now(),
            };
            await trx
              .insertInto("autodesk_sheets")
              .values({ id_link: link.id, drawing: drawing.drawing, ...values })
              .onConflict((conflict) => conflict.columns(["id_link", "drawing"]).doUpdateSet(values))
              .execute();
          });
          brought += 1;
        } finally {
          await file.discard();
        }
      } catch (error) {
        const refusal = refusalOf(error);
        if (!(refusal instanceof AppError)) throw error;
        if (isForAll(refusal)) throw refusal;
        last = refusal;
        warnings.push({ title: titleOf(drawing), detail: refusal.message });
      }
    }
    done += 1;
    if (!(await syncs.progress(row.id, { done, total, linked: brought, warnings }))) break;
  }
  await db
    .updateTable("autodesk_links")
    .set({ synced_at: tools.clock.now() })
    .where("id", "=", link.id)
    .execute();
  if (brought === 0 && last !== undefined) throw last;
  return { done, total, linked: brought, warnings };
}

/** Checked before any download; creating the floor plan checks it again. */
async function assertMayBring({ projects }: SyncTools, id_project: number, user: SessionUser): Promise<void> {
  const project = await projects.load(id_project, user);
  if (project === undefined || projects.flags(project, user)["add_sheet"] !== true)
    throw new AppError("SHEET_EDIT_DENIED");
}

const titleOf = ({ number, title }: Drawing) => [number, title].filter((part) => part !== "").join(" ");
const fileNameOf = (drawing: Drawing) =>
  titleOf(drawing)
    .replace(/[/\\]+/g, "-")
    .slice(0, 200) || "drawing";

/** The floor plan made from an earlier issue of the same drawing. */
const knownSheet = ({ db }: SyncTools, id_link: number, { drawing }: Drawing) =>
  db
    .selectFrom("autodesk_sheets")
    .select(["id_sheet", "adsk_sheet_id", "brought_at"])
    .where("id_link", "=", id_link)
    .where("drawing", "=", drawing)
    .executeTakeFirst();

async function fetchPdf(
  tools: SyncTools,
  source: NonNullable<Drawing["source"]>,
  { project, id }: { readonly project: string; readonly id: string },
  asks: { readonly read: WithToken; readonly export: WithToken },
) {
  const address =
    source.kind === "file"
      ? await asks.read((access) => tools.client.signedDownload(access, source.storage))
      : await exported(tools, project, id, asks);
  return receive(await tools.client.download(address), tools.directory);
}

async function exported(
  { client, pause }: SyncTools,
  project: string,
  sheet: string,
  asks: { readonly read: WithToken; readonly export: WithToken },
): Promise<string> {
  const job = await asks.export((access) => client.startExport(access, project, sheet));
  let [waited, wait] = [0, polls.first];
  for (;;) {
    const told = await asks.read((access) => client.exportState(access, project, job));
    if (told.state === "ready") return told.url;
    if (told.state === "failed") throw new OutsideFailure(`Autodesk: ${told.reason}`, { trouble: "refused" });
    if (waited >= polls.patience)
      throw new OutsideFailure("Autodesk: preparing the PDF took too long", { trouble: "silent" });
    await pause(wait);
    waited += wait;
    wait = Math.min(polls.longest, wait * 1.5);
  }
}

async function receive(stream: Readable, directory: string) {
  try {
    return await receiveFile(stream, { directory, maxBytes: limits.sheet.bytes });
  } catch (error) {
    if (error instanceof TooLarge) throw new AppError("FILE_TOO_LARGE");
    throw error instanceof AppError
      ? error
      : new OutsideFailure("Autodesk: the download was interrupted", { trouble: "silent" });
  }
}
