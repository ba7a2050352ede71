import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";

/**
 * With the character type `C`, PostgreSQL treats Arabic letters as symbols, and every search in Arabic reads the whole
 * index without finding more. It cannot be changed for an existing database, so it is logged.
 */
export async function checkArabic(db: Database, log: Log): Promise<boolean> {
  const { rows } = await sql<{ knows: boolean; type: string }>`
    select show_trgm('برج') <> '{}' as knows, d.datctype as type from pg_database d
    where d.datname = current_database()`.execute(db);
  const isAble = rows[0]?.knows === true;
  if (!isAble)
    log.warn(
      { characterType: rows[0]?.type },
      "The database does not support Arabic letters: Arabic search is slow and incomplete. Recreate it with LC_CTYPE C.UTF-8 or another UTF-8 locale.",
    );
  return isAble;
}
