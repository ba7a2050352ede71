import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";

/**
 * The secret of an existing installation. Commands that read it must create neither a database nor a key: a new
 * database would be found in order, and a new key would fit nothing.
 * @throws Refused with a sentence for the operator
 */
export async function secretOfInstallation(
  { dataDir, APP_KEY, DATABASE_URL }: Pick<Config, "dataDir" | "APP_KEY" | "DATABASE_URL">,
  Refused: new (message: string) => Error = Error,
): Promise<string> {
  if (DATABASE_URL === "" && !(await isThere(join(dataDir, "postgres/data/PG_VERSION"))))
    throw new Refused(`There is no installation in ${dataDir}. Name its data folder by DATA_DIR.`);
  if (APP_KEY !== "") return APP_KEY;
  const key = (await readFile(join(dataDir, "app.key"), "utf8").catch(() => "")).trim();
  if (key !== "") return key;
  throw new Refused(
    `There is no app.key in ${dataDir}. Where the server is given APP_KEY, give it to this command, too.`,
  );
}

const isThere = async (path: string) => (await stat(path).catch(() => null)) !== null;
