import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ERRORS } from "@tus/server";
import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { asStorageFull, refuseWhenNearlyFull } from "../receive.ts";
import type { LocalCopy, ObjectStore } from "../store.ts";
import type { UploadBytes } from "./bytes.ts";
import { joinPieces, type StoredPiece } from "./join-pieces.ts";
import type { Leases } from "./leases.ts";
import { openPiece, type Piece } from "./piece.ts";
import "./tables.ts";

export interface SharedBytesOptions {
  readonly db: Database;
  /** A store that every node reads. */
  readonly store: ObjectStore;
  /** For a piece under way, and for an upload that is being joined; leftovers of a crash there are swept. */
  readonly directory: string;
  readonly leases: Leases;
}

/** Bytes of the largest piece: the most that one request loses when the process dies. */
const pieceBytes = 8 * 2 ** 20;
const prefix = "uploads";

/**
 * Uploads in a store that every node reads: pieces `uploads/<id>/<offset>-<random>`, each with a row that is written
 * once its object is stored. The sum of the rows is the progress of the upload. Two nodes never write one object, and
 * of two rows for one offset the database takes one, from the holder of the lease.
 */
export function createSharedBytes({ db, store, directory, leases }: SharedBytesOptions): UploadBytes {
  const partsOf = (id: string) =>
    db
      .selectFrom("upload_parts")
      .select(["start", "bytes", "object"])
      .where("id_upload", "=", id)
      .orderBy("start")
      .execute();

  const newKey = (id: string, offset: number) => `${prefix}/${id}/${offset}-${randomUUID().slice(0, 8)}`;

  /** Rejects when another request writes by now; then nothing of the piece counts. */
  const keep = async (id: string, offset: number, piece: Piece): Promise<void> => {
    const object = newKey(id, offset);
    await store.putFile(object, piece.path);
    const holder = leases.heldBy(id);
    const isMine =
      holder !== undefined && (await commit(db, { id, offset, object, bytes: piece.bytes, holder }));
    if (isMine) return;
    await store.remove(object).catch(() => undefined);
    throw ERRORS.ABORTED;
  };

  return {
    begin: () => refuseWhenNearlyFull({ directory }),

    async take(id, { path }) {
      const object = newKey(id, 0);
      await store.putFile(object, path);
      const found = await store.stat(object);
      if (found === null) throw new AppError("UNAVAILABLE");
      await db
        .insertInto("upload_parts")
        .values({ id_upload: id, start: 0, bytes: found.bytes, object })
        .execute();
    },

    async append(id, stream, offset) {
      let at = offset;
      let piece: Piece | undefined;
      const bring = async () => {
        const whole = piece;
        piece = undefined;
        if (whole === undefined) return;
        try {
          await whole.end();
          await keep(id, at, whole);
          at += whole.bytes;
        } finally {
          await whole.discard();
        }
      };
      await refuseWhenNearlyFull({ directory });
      try {
        for await (const chunk of stream) {
          if (!leases.isHeld(id)) throw ERRORS.ABORTED;
          if (piece !== undefined && piece.bytes + (chunk as Buffer).length > pieceBytes) await bring();
          piece ??= await openPiece(join(directory, `${randomUUID()}.piece`));
          await piece.write(chunk as Buffer);
        }
        await bring();
        return at;
      } catch (error) {
        // A bad connection delivers little at a time: the bytes received are kept, or an upload would never complete
        // over it.
        await bring().catch(() => undefined);
        throw asStorageFull(error);
      }
    },

    async length(id) {
      const { length } = await db
        .selectFrom("upload_parts")
        .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as("length"))
        .where("id_upload", "=", id)
        .executeTakeFirstOrThrow();
      return length;
    },

    async beginning(id) {
      const [first] = await partsOf(id);
      return first === undefined ? null : store.localFile(first.object);
    },

    whole: async (id) => wholeOf(await partsOf(id), { store, directory }),

    /** Objects that cannot be removed now are removed by the next sweep. */
    async remove(id) {
      await db.deleteFrom("upload_parts").where("id_upload", "=", id).execute();
      await store.remove(`${prefix}/${id}`).catch(() => undefined);
    },

    sweep: () => sweepAbandoned({ db, store }),
  };
}

/** Returns true when the piece follows the stored ones, and its writer still holds the upload by the database's clock. */
async function commit(
  db: Database,
  piece: { id: string; offset: number; object: string; bytes: number; holder: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const held = await trx
      .selectFrom("uploads")
      .select("id")
      .where("id", "=", piece.id)
      .where("held_by", "=", piece.holder)
      .where("held_until", ">", sql<Date>`now()`)
      .forUpdate()
      .executeTakeFirst();
    if (held === undefined) return false;
    const { rows } = await sql`
      insert into upload_parts (id_upload, start, bytes, object)
      select ${piece.id}, ${piece.offset}, ${piece.bytes}, ${piece.object}
      where (select coalesce(sum(bytes), 0) from upload_parts where id_upload = ${piece.id}) = ${piece.offset}
      returning start`.execute(trx);
    return rows.length === 1;
  });
}

/** Joins all parts into one file. */
async function wholeOf(
  parts: readonly StoredPiece[],
  { store, directory }: Pick<SharedBytesOptions, "store" | "directory">,
): ReturnType<UploadBytes["whole"]> {
  const [only] = parts;
  if (only === undefined) return null;
  if (parts.length === 1) {
    const copy = await store.localFile(only.object);
    return copy && { ...copy, sha256: await hashOf(copy) };
  }
  const path = join(directory, `${randomUUID()}.upload`);
  const release = () => rm(path, { force: true });
  try {
    const sha256 = await joinPieces(store, parts, path);
    if (sha256 !== null) return { path, sha256, release };
    await release();
    return null;
  } catch (error) {
    await release();
    throw asStorageFull(error);
  }
}

async function hashOf({ path, release }: LocalCopy): Promise<string> {
  try {
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }))
      hash.update(chunk as Buffer);
    return hash.digest("hex");
  } catch (error) {
    await release();
    throw error;
  }
}

/** Removes objects of uploads that no longer exist; returns of how many. */
async function sweepAbandoned({ db, store }: Pick<SharedBytesOptions, "db" | "store">): Promise<number> {
  const ids = (await store.list(prefix)).filter((name) => /^[0-9a-f-]{36}$/.test(name));
  let removed = 0;
  for (let at = 0; at < ids.length; at += 500) {
    const some = ids.slice(at, at + 500);
    const rows = await db
      .selectFrom("uploads")
      .select("id")
      .where("id", "in", some)
      .where("settled_at", "is", null)
      .execute();
    const alive = new Set(rows.map(({ id }) => id));
    for (const id of some.filter((name) => !alive.has(name))) {
      await store.remove(`${prefix}/${id}`);
      removed += 1;
    }
  }
  return removed;
}
