import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { codeOf } from "../error-code.ts";
import type { Binaries } from "./binaries.ts";
import { writeDurably } from "./durable-file.ts";
import type { Identity } from "./identity.ts";
import { inheritFolders } from "./inherited-folders.ts";
import { type Layout, ownerOfRoot } from "./layout.ts";
import { PostgresRefused } from "./refused.ts";
import { retryWhileLocked } from "./retry-while-locked.ts";
import { runTool } from "./run-tool.ts";

/** The database's role for the application, created by initdb. */
export const APP_ROLE = "app";

/** The password of the role, or undefined when there is none yet or it was lost. */
export async function readSecret(path: string): Promise<string | undefined> {
  try {
    const text = (await readFile(path, "utf8")).trim();
    return text === "" ? undefined : text;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Creates a password of 24 random bytes. It belongs to the owner of the folder; the database never reads it. */
export async function makeSecret(layout: Layout): Promise<string> {
  const secret = randomBytes(24).toString("base64url");
  await writeDurably(layout.secret, `${secret}\n`, 0o600, await ownerOfRoot(layout));
  return secret;
}

/** Gives the role a new password while the server is down: the recovery from a lost secret. */
export async function resetPassword(
  layout: Layout,
  binaries: Binaries,
  identity: Identity,
  secret: string,
): Promise<void> {
  const sql = `ALTER ROLE ${APP_ROLE} PASSWORD '${secret}';\n`; // base64url: nothing in it needs quoting
  const words = await retryWhileLocked(async () => {
    const passage = await inheritFolders([layout.data], layout.closed);
    const args = ["--single", "-D", passage.names[0] ?? layout.data, "postgres"];
    const result = await runTool(identity, binaries.postgres, args, sql, passage.stdio);
    await passage.close();
    return result.code !== 0 || /ERROR|FATAL/.test(result.stderr) ? result.stderr.trim() : undefined;
  });
  if (words === undefined) return;
  throw new PostgresRefused(
    "did-not-start",
    `The database's password in ${layout.secret} was lost and could not be set again: ${words}`,
  );
}
