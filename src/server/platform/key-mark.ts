import { type Generated, sql } from "kysely";
import type { Database } from "./database.ts";
import type { AppKey } from "./key.ts";

interface KeyMarkTable {
  is_only: Generated<boolean>;
  mark: string;
}

declare module "./database.ts" {
  interface Tables {
    key_mark: KeyMarkTable;
  }
}

const purpose = "installation.key";
const text = "the nodes of one installation share one key";

/**
 * The first node stores a mark of its key, every other compares: with another key it would refuse what the first has
 * signed, and could read nothing that is sealed. A key that names its former one (`APP_KEY_BEFORE`) replaces that one's
 * mark with its own. Throws a message for the operator who has set the key.
 */
export async function compareKeys(db: Database, key: AppKey): Promise<void> {
  const mine = key.sign(purpose, text);
  await db
    .insertInto("key_mark")
    .values({ mark: mine })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { mark } = await db.selectFrom("key_mark").select("mark").executeTakeFirstOrThrow();
  if (mark === mine) return;
  if (!key.verify(purpose, text, mark))
    throw new Error(
      "The configuration is wrong.\nAPP_KEY: this database belongs to an installation with another key. Give every node the same one (that of the first, or the text of its app.key); name a former key in APP_KEY_BEFORE. Is the former key lost: delete the row of the table key_mark; then sessions and links end, and secrets must be entered anew.",
    );
  await db.updateTable("key_mark").set({ mark: mine }).where(sql<boolean>`mark = ${mark}`).execute();
}
