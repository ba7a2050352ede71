import { limits } from "#contract/limits.ts";
import { type PublicSettings, settingsApi } from "#contract/settings.ts";
import { handlers } from "#server/platform/http/module.ts";

/** What a fresh installation shows to everybody. */
export function publicSettings({
  version,
  isDemoOn,
}: {
  version: string;
  isDemoOn: boolean;
}): PublicSettings {
  return {
    website_name: "Sitewalk",
    version,
    theme_color: "#2987f2",
    dark_mode: true,
    languages_enabled: true,
    demo_enabled: isDemoOn,
    share_providers: ["email", "whatsapp", "telegram", "copy", "facebook", "twitter", "linkedin"],
    limits: { visit_image_megabytes: limits.visit.image.megabytes, visit_files: limits.visit.files },
  };
}

export function settingsModule(settings: PublicSettings) {
  return { handlers: handlers(settingsApi, { "GET /api/settings": async () => settings }) };
}
