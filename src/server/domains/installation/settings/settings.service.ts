import type { PublicSettings, SecretSetting } from "#contract/settings.ts";
import { secretSettings } from "#contract/settings.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { AppKey } from "#server/platform/key.ts";
import { publicSettingsOf } from "./audience.ts";
import { settingsChanged } from "./settings.events.ts";
import {
  createSettingsRepository,
  type KeptValues,
  nothingKept,
  type SettingChanges,
} from "./settings.repository.ts";

export type { SettingChanges, SettingFacts } from "./settings.repository.ts";

export interface SettingsService {
  /** All values, synchronously: they are held in this process and reloaded when any process changes them. */
  get(): KeptValues;
  /** A secret in plain text; empty when it is not set. Only for clients of the outside service. */
  secret(key: SecretSetting): string;
  secretsSet(): SecretSetting[];
  /** Version of this program. */
  readonly version: string;
  /** The public settings. */
  public(): PublicSettings;
  /** Waits for other changes to end and reads the stored values, to check a change against the rest. */
  lock(trx: Trx): Promise<KeptValues>;
  /**
   * Writes changed values within the transaction, and returns their names; secrets are encrypted. Every process and
   * every open page is notified after the commit.
   */
  change(trx: Trx, changes: SettingChanges): Promise<string[]>;
  /** Loads all of them; called at the start, after every change and once an hour. */
  load(): Promise<void>;
}

export interface SettingsOptions {
  readonly db: Database;
  readonly key: AppKey;
  readonly bus: Bus;
  readonly version: string;
  readonly isDemoOn: boolean;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

export function createSettings(options: SettingsOptions): SettingsService {
  const { db, key, bus } = options;
  const repository = createSettingsRepository(db, key);
  let kept = nothingKept;
  let begun = 0;
  let taken = 0;

  const service: SettingsService = {
    version: options.version,
    get: () => kept.values,
    secret: (name) => kept.secrets[name] ?? "",
    secretsSet: () => secretSettings.filter((name) => kept.secrets[name] !== undefined),
    public: () => publicSettingsOf(kept.values, service.secretsSet(), options),
    async lock(trx) {
      await repository.lock(trx);
      return (await repository.read(trx)).values;
    },
    async change(trx, changes) {
      await repository.lock(trx);
      const keys = await repository.write(trx, changes);
      // Any change of the email settings invalidates an earlier test.
      if (keys.some((name) => name.startsWith("smtp_") && name !== "smtp_valid"))
        keys.push(...(await repository.write(trx, { smtp_valid: false })));
      if (keys.length > 0) await bus.emit(trx, settingsChanged, { keys });
      return keys;
    },
    async load() {
      const turn = ++begun;
      const read = await repository.read();
      // Of two parallel reads the later one is newer, whichever ends first.
      if (turn < taken) return;
      taken = turn;
      kept = read;
    },
  };
  bus.on(settingsChanged, () => service.load());
  return service;
}
