import { randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { asStorageFull } from "../receive.ts";
import type { ObjectStore } from "../store.ts";
import { type ChildLimits, drawInChild, PlanTooHeavy } from "./in-child.ts";
import { PLAN_IMAGE, type PlanType, planFiles, planOriginal, planPrefix } from "./plan-files.ts";
import { Refused } from "./refused.ts";
import type { PlanName } from "./tables.ts";

export interface KeptPlan extends PlanName {
  /** Key in the object store of the picture of the whole page. */
  readonly image: string;
}

export interface KeepOptions {
  readonly db: Database;
  readonly store: ObjectStore;
  /** For files in progress; on the store's volume. */
  readonly directory: string;
  /** Memory that this machine allows a child, in bytes. */
  readonly machineBytes?: number | undefined;
}

/** A page that takes longer is malicious. */
const limitsOfChild = { timeoutMs: 45_000, memoryBytes: 1.2e9 };

/** Held to the end of the transaction: storing and sweeping a floor plan are mutually exclusive. */
export async function lockPlan(trx: Trx, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`plan:${sha256}`}, 0))`.execute(trx);
}

/** Creates `keepPlan`; see `Plans`. */
export function createPlanKeeper({ db, store, directory, machineBytes }: KeepOptions) {
  const inTurn = oneAtATime();

  return async function keepPlan(
    file: { readonly path: string; readonly bytes: number; readonly sha256: string },
    page: number,
  ): Promise<KeptPlan> {
    if (file.bytes === 0) throw new AppError("FILE_EMPTY");
    const type = await typeOf(file.path);
    const { sha256, bytes } = file;
    const work = join(directory, randomUUID());
    await mkdir(work);
    try {
      const source = { path: file.path, type, page };
      const { width, height } = await inTurn(() => draw(source, work, { ...limitsOfChild, machineBytes }));
      const original = planOriginal(sha256, type);
      const image = `${planPrefix({ sha256, page })}/${planFiles.image}`;
      const state = Math.max(width, height) > PLAN_IMAGE ? "processing" : "ready";
      // Committed before the objects are put: from then on a sweep leaves both alone for a day.
      await db.transaction().execute(async (trx) => {
        await lockPlan(trx, sha256);
        await trx
          .insertInto("plans")
          .values({ sha256, page, type, bytes, width, height, original, image, state })
          .onConflict((conflict) =>
            conflict.columns(["sha256", "page"]).doUpdateSet({ claimed_at: sql`now()` }),
          )
          .execute();
      });
      await store.putFile(original, file.path);
      await store.putFile(image, join(work, planFiles.image));
      return { sha256, page, image };
    } catch (error) {
      throw asStorageFull(error);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  };
}

async function draw(
  source: { path: string; type: PlanType; page: number },
  directory: string,
  bounds: ChildLimits,
) {
  try {
    const drawn = await drawInChild({ source, directory, wanted: "image" }, bounds);
    if (drawn.kind !== "image") throw new Error("the child drew something else");
    return drawn.size;
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof PlanTooHeavy) return new AppError("PLAN_UNREADABLE", { cause: error });
  if (!(error instanceof Refused)) return error;
  if (error.refusal === "PAGE")
    return new AppError("VALIDATION", { fields: { page: ["sheets.page_missing"] }, cause: error });
  const values = { n: Math.floor(limits.sheet.maxPixels / 1_000_000) };
  return new AppError(error.refusal, { cause: error, ...(error.refusal === "IMAGE_PIXELS" && { values }) });
}

/**
 * Detects the type by the first bytes: a name or a sender's claim proves nothing, and no other decoder may even be
 * tried.
 */
async function typeOf(path: string): Promise<PlanType> {
  const file = await open(path, "r");
  try {
    const { buffer } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    const head = buffer.toString("latin1");
    if (head.startsWith("\xff\xd8\xff")) return "jpg";
    if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
    if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "webp";
    // PDF readers search for the signature in the first kilobyte.
    if (head.includes("%PDF-")) return "pdf";
    throw new AppError("PLAN_TYPE");
  } finally {
    await file.close();
  }
}

/** A floor plan at the limit takes a core and a gigabyte while it is read: several at once would slow down everyone. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
