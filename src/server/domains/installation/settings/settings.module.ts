import type { BrandPicture, SecretSetting } from "#contract/settings.ts";
import { settingsApi } from "#contract/settings.ts";
import type { PortraitShape, Portraits } from "#server/media/index.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { settingsFor } from "./audience.ts";
import { settingErrors } from "./checks.ts";
import { claims } from "./claims.ts";
import { type OutsideServices, testConnection } from "./connections.ts";
import { samples } from "./samples.ts";
import type { KeptValues, SettingChanges } from "./settings.repository.ts";
import type { SettingsService } from "./settings.service.ts";

export interface SettingsModuleOptions {
  readonly db: Database;
  readonly settings: SettingsService;
  readonly mailer: Mailer;
  readonly portraits: Pick<Portraits, "keepPortrait">;
  readonly outside: OutsideServices;
  /** Scheme, host and port of this platform's public address. */
  readonly siteAddress: string;
}

interface Caller {
  readonly user: SessionUser;
  readonly request: { readonly ip: string };
}

const shapes: Readonly<Record<BrandPicture, PortraitShape>> = {
  logo: { width: 640, height: 160, fit: "inside" },
  small_logo: { width: 256, height: 256, fit: "inside" },
  background: { width: 2560, height: 1600, fit: "inside" },
};

export function settingsModule(options: SettingsModuleOptions) {
  const { db, settings, mailer, portraits, outside, siteAddress } = options;

  /** Checks against the values stored at that moment, writes, logs the actor, and returns the settings now in effect. */
  const change = async (
    { user, request }: Caller,
    decide: (kept: KeptValues) => SettingChanges | Promise<SettingChanges>,
  ) => {
    await db.transaction().execute(async (trx) => {
      const keys = await settings.change(trx, await decide(await settings.lock(trx)));
      if (keys.length === 0) return;
      await recordActivity(trx, {
        id_user: user.id,
        action: "settings.changed",
        changed: keys,
        address: request.ip,
      });
    });
    // Other processes are notified; this one must reload before it answers.
    await settings.load();
    return settingsFor(user, settings, siteAddress);
  };

  return {
    claims,
    samples,
    handlers: handlers(settingsApi, {
      "GET /api/settings": async ({ user }) => settingsFor(user, settings, siteAddress),
      "PUT /api/settings": async ({ body: { demo_enabled, ...body }, ...caller }) => {
        const { demo_enabled: isDemoOn } = settingsFor(caller.user, settings, siteAddress);
        if (demo_enabled !== undefined && demo_enabled !== isDemoOn)
          throw new AppError("VALIDATION", { fields: { demo_enabled: ["settings.demo_fixed"] } });
        return change(caller, (kept) => {
          const changes: SettingChanges = definedOnly(body);
          const fields = settingErrors(changes, kept);
          if (Object.keys(fields).length > 0) throw new AppError("VALIDATION", { fields });
          return changes;
        });
      },
      "POST /api/settings/test-mail": async ({ body, ...caller }) => {
        const before = mailSettings(settings);
        const { language } = caller.user;
        const message_id = await mailer.sendNow({ to: body.to, language, template: "test", values: {} });
        // The settings may have changed while the email was being sent: the new ones were not tested.
        await settings.load();
        if (before === mailSettings(settings)) await change(caller, () => ({ smtp_valid: true }));
        return { message_id };
      },
      "POST /api/settings/test-connection": ({ body, user }) =>
        testConnection(body.service, settings, outside, body.lang ?? user.language),
      "POST /api/settings/pictures/{picture}": async ({ params: { picture }, files, ...caller }) => {
        const key = await portraits.keepPortrait(files.file, shapes[picture]);
        return change(caller, ({ backgrounds }) =>
          picture === "background"
            ? { backgrounds: [...backgrounds.filter((other) => other !== key), key] }
            : { [picture]: key },
        );
      },
      "DELETE /api/settings/pictures/{picture}": ({ params: { picture }, query, ...caller }) =>
        change(caller, ({ backgrounds }) => {
          if (picture !== "background") return { [picture]: null };
          if (query.address === undefined) throw new AppError("VALIDATION");
          const shown = settings.public().backgrounds;
          const left = backgrounds.filter((_, index) => shown[index] !== query.address);
          if (left.length === backgrounds.length) throw new AppError("NOT_FOUND");
          return { backgrounds: left };
        }),
    }),
  };
}

/** All settings used to send an email, to detect a change. */
function mailSettings(settings: SettingsService): string {
  const values = settings.get();
  const secret: SecretSetting = "smtp_password";
  return JSON.stringify([
    values.smtp_host,
    values.smtp_port,
    values.smtp_security,
    values.smtp_user,
    values.smtp_from_name,
    values.smtp_from_email,
    settings.secret(secret),
  ]);
}
