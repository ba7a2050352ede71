import { limits } from "#contract/limits.ts";
import {
  type PublicSettings,
  publicSettings,
  type SettingKey,
  type SettingValues,
  settingDefaults,
} from "#contract/settings.ts";

type Open = Pick<SettingValues, keyof typeof publicSettings>;

/** The public settings of a fresh installation. */
export function freshSettings(): PublicSettings {
  const open = Object.keys(publicSettings).map((key) => [key, settingDefaults[key as SettingKey]]);
  return {
    ...(Object.fromEntries(open) as Open),
    version: "1",
    logo: null,
    small_logo: null,
    backgrounds: [],
    smtp_valid: false,
    social_providers: [],
    demo_enabled: false,
    limits: {
      visit_image_megabytes: limits.visit.image.megabytes,
      visit_files: limits.visit.files,
      video_megabytes: limits.video.megabytes,
      video_seconds: limits.video.seconds,
    },
  };
}
