import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import {
  adminSettings,
  memberSettings,
  type PublicSettings,
  publicSettings,
  type SecretSetting,
  type SettingKey,
  type SettingValues,
  secretSettings,
  settingDefaults,
} from "#contract/settings.ts";
import type { SocialProvider } from "#contract/social.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { AppKey } from "#server/platform/key.ts";
import { settingsChanged } from "./settings.events.ts";
import "./tables.ts";

/** What is kept beside the values: facts found out, and keys of pictures in the object store. */
export interface SettingFacts {
  readonly smtp_valid: boolean;
  readonly logo: string | null;
  readonly small_logo: string | null;
  readonly backgrounds: readonly string[];
}

export interface SettingsService {
  /** Every value, at once: they are held in this process and read again when any process changes them. */
  get(): SettingValues & SettingFacts;
  /** A secret in the clear; empty when it is not set. For those who speak to the outside service, nobody else. */
  secret(key: SecretSetting): string;
  secretsSet(): SecretSetting[];
  /** What everybody may know. */
  public(): PublicSettings;
  /** Writes within the transaction; secrets are sealed. Every process hears of it after the commit. */
  change(trx: Trx, changes: SettingChanges): Promise<void>;
  /** Reads all of them; called at the start, after every change and once an hour. */
  load(): Promise<void>;
}

export type SettingChanges = Partial<SettingValues & SettingFacts & Record<SecretSetting, string | null>>;

export interface SettingsOptions {
  readonly db: Database;
  readonly key: AppKey;
  readonly bus: Bus;
  readonly version: string;
  readonly isDemoOn: boolean;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

export const noFacts: SettingFacts = { smtp_valid: false, logo: null, small_logo: null, backgrounds: [] };
const schemas = { ...publicSettings, ...memberSettings, ...adminSettings };
const isSecret = (key: string): key is SecretSetting => secretSettings.includes(key as SecretSetting);
const purpose = (key: SecretSetting) => `setting:${key}`;

export function createSettings(options: SettingsOptions): SettingsService {
  const { db, key, bus } = options;
  let values: SettingValues & SettingFacts = { ...settingDefaults, ...noFacts };
  let secrets: Partial<Record<SecretSetting, string>> = {};

  const service: SettingsService = {
    get: () => values,
    secret: (name) => secrets[name] ?? "",
    secretsSet: () => secretSettings.filter((name) => secrets[name] !== undefined),
    public: () => publicSettingsOf(values, service.secretsSet(), options),
    async change(trx, changes) {
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) continue;
        if (isSecret(name) && value === null) {
          await trx.deleteFrom("settings").where("key", "=", name).execute();
          continue;
        }
        const row = isSecret(name)
          ? { key: name, value: null, sealed: key.seal(purpose(name), String(value)) }
          : { key: name, value: JSON.stringify(value), sealed: null };
        await trx
          .insertInto("settings")
          .values(row)
          .onConflict((conflict) =>
            conflict
              .column("key")
              .doUpdateSet({ value: row.value, sealed: row.sealed, updated_at: sql`now()` }),
          )
          .execute();
      }
      await bus.emit(trx, settingsChanged, { keys: Object.keys(changes) });
    },
    async load() {
      const rows = await db.selectFrom("settings").select(["key", "value", "sealed"]).execute();
      const known: Record<string, unknown> = {};
      const opened: Partial<Record<SecretSetting, string>> = {};
      for (const row of rows) {
        if (isSecret(row.key)) {
          const text = row.sealed === null ? null : key.open(purpose(row.key), row.sealed);
          if (text !== null) opened[row.key] = text;
        } else if (isKept(row.key, row.value)) known[row.key] = row.value;
      }
      values = { ...settingDefaults, ...noFacts, ...known };
      secrets = opened;
    },
  };
  bus.on(settingsChanged, () => service.load());
  return service;
}

/** The part of the settings that everybody may know. */
export function publicSettingsOf(
  values: SettingValues & SettingFacts,
  secretsSet: readonly SecretSetting[],
  { version, isDemoOn, address }: Pick<SettingsOptions, "version" | "isDemoOn" | "address">,
): PublicSettings {
  const open = Object.keys(publicSettings).map((name) => [name, values[name as SettingKey]]);
  const providers = ["google", "facebook", "twitter"] as const satisfies SocialProvider[];
  return {
    ...(Object.fromEntries(open) as Pick<SettingValues, keyof typeof publicSettings>),
    version,
    logo: values.logo === null ? null : address(values.logo),
    small_logo: values.small_logo === null ? null : address(values.small_logo),
    backgrounds: values.backgrounds.map(address),
    smtp_valid: values.smtp_valid,
    social_providers: providers.filter(
      (provider) =>
        values[`${provider}_enable`] &&
        values[`${provider}_id`] !== "" &&
        secretsSet.includes(`${provider}_secret`),
    ),
    demo_enabled: isDemoOn,
    limits: { visit_image_megabytes: limits.visit.image.megabytes, visit_files: limits.visit.files },
  };
}

/** What another version wrote and this one cannot read keeps its default. */
function isKept(name: string, value: unknown): boolean {
  if (name in noFacts) return true;
  return name in schemas && schemas[name as SettingKey].safeParse(value).success;
}
