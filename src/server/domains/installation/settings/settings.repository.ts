import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import {
  adminSettings,
  memberSettings,
  publicSettings,
  type SecretSetting,
  type SettingKey,
  type SettingValues,
  secretSettings,
  settingDefaults,
} from "#contract/settings.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { AppKey } from "#server/platform/key.ts";
import "./tables.ts";

/** Stored beside the values: derived facts, and keys of pictures in the object store. */
export interface SettingFacts {
  readonly smtp_valid: boolean;
  readonly logo: string | null;
  readonly small_logo: string | null;
  readonly backgrounds: readonly string[];
}

export type KeptValues = SettingValues & SettingFacts;
export type KeptSecrets = Partial<Record<SecretSetting, string>>;
export type SettingChanges = Partial<KeptValues & Record<SecretSetting, string | null>>;

export interface KeptSettings {
  readonly values: KeptValues;
  readonly secrets: KeptSecrets;
}

export const noFacts: SettingFacts = { smtp_valid: false, logo: null, small_logo: null, backgrounds: [] };
export const nothingKept: KeptSettings = { values: { ...settingDefaults, ...noFacts }, secrets: {} };

const schemas = { ...publicSettings, ...memberSettings, ...adminSettings };
export const isSecret = (key: string): key is SecretSetting => secretSettings.includes(key as SecretSetting);
const purpose = (key: SecretSetting) => `setting:${key}`;

export function createSettingsRepository(db: Database, key: AppKey) {
  const read = async (source: Database | Trx = db): Promise<KeptSettings> => {
    const rows = await source.selectFrom("settings").select(["key", "value", "sealed"]).execute();
    const values: Record<string, unknown> = {};
    const secrets: KeptSecrets = {};
    for (const row of rows) {
      if (isSecret(row.key)) {
        const text = row.sealed === null ? null : key.open(purpose(row.key), row.sealed);
        if (text !== null) secrets[row.key] = text;
      } else if (isKept(row.key, row.value)) values[row.key] = row.value;
    }
    return { values: { ...nothingKept.values, ...values }, secrets };
  };

  const write = async (trx: Trx, name: string, value: unknown): Promise<void> => {
    if (isSecret(name) && value === null) {
      await trx.deleteFrom("settings").where("key", "=", name).execute();
      return;
    }
    const row = isSecret(name)
      ? { key: name, value: null, sealed: key.seal(purpose(name), String(value)) }
      : { key: name, value: JSON.stringify(value), sealed: null };
    await trx
      .insertInto("settings")
      .values(row)
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet({ value: row.value, sealed: row.sealed, updated_at: sql`now()` }),
      )
      .execute();
  };

  return {
    read,
    /** One change at a time, so that checks against other values still hold when it is written. */
    async lock(trx: Trx): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(trx);
    },
    /** Writes changed values. Returns their names. */
    async write(trx: Trx, changes: SettingChanges): Promise<string[]> {
      const { values, secrets } = await read(trx);
      const kept = (name: string): unknown =>
        isSecret(name) ? (secrets[name] ?? null) : values[name as keyof KeptValues];
      const changed = Object.entries(changes).filter(
        ([name, value]) => value !== undefined && !isDeepStrictEqual(value, kept(name)),
      );
      for (const [name, value] of changed) await write(trx, name, value);
      return changed.map(([name]) => name);
    },
  };
}

/** A value of another version that this one cannot read keeps its default. */
function isKept(name: string, value: unknown): boolean {
  if (name in noFacts) return true;
  return name in schemas && schemas[name as SettingKey].safeParse(value).success;
}
