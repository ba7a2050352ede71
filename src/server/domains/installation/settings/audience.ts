import {
  adminSettings,
  memberSettings,
  type PublicSettings,
  publicSettings,
  type SecretSetting,
  type Settings,
  type SettingValues,
} from "#contract/settings.ts";
import { SocialProvider } from "#contract/social.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { KeptValues } from "./settings.repository.ts";
import type { SettingsOptions, SettingsService } from "./settings.service.ts";

/**
 * Settings by audience: everyone reads the public part, signed-in users theirs, super admins all but the secrets
 * themselves.
 */
export function settingsFor(
  user: Pick<SessionUser, "super_admin" | "is_demo"> | null,
  settings: SettingsService,
  siteAddress: string,
): Settings {
  const everybody = settings.public();
  if (user === null) return everybody;
  const { version } = settings;
  const members = { ...everybody, version, ...pick(settings.get(), memberSettings) };
  if (!user.super_admin || user.is_demo) return members;
  return {
    ...members,
    ...pick(settings.get(), adminSettings),
    site_address: siteAddress,
    secrets_set: settings.secretsSet(),
  };
}

/** The public part of the settings. */
export function publicSettingsOf(
  values: KeptValues,
  secretsSet: readonly SecretSetting[],
  { isDemoOn, address }: Pick<SettingsOptions, "isDemoOn" | "address">,
): PublicSettings {
  return {
    ...pick(values, publicSettings),
    logo: values.logo === null ? null : address(values.logo),
    small_logo: values.small_logo === null ? null : address(values.small_logo),
    backgrounds: values.backgrounds.map(address),
    smtp_valid: values.smtp_valid,
    social_providers: SocialProvider.options.filter(
      (provider) =>
        values[`${provider}_enable`] &&
        values[`${provider}_id`] !== "" &&
        secretsSet.includes(`${provider}_secret`) &&
        (provider !== "openid" || values.openid_issuer !== ""),
    ),
    demo_enabled: isDemoOn,
    limits: {
      visit_image_megabytes: values.visit_image_mb,
      visit_files: values.visit_files,
      video_megabytes: values.video_mb,
      video_seconds: values.video_seconds,
    },
  };
}

function pick<T extends Partial<Record<keyof SettingValues, unknown>>>(
  values: SettingValues,
  table: T,
): Pick<SettingValues, keyof T & keyof SettingValues> {
  const names = Object.keys(table) as (keyof T & keyof SettingValues)[];
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<
    SettingValues,
    keyof T & keyof SettingValues
  >;
}
