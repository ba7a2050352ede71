import { settingsApi } from "#contract/settings.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import type { SettingsService } from "./settings.service.ts";

export function settingsModule({ settings }: { settings: SettingsService }) {
  return {
    handlers: handlers(settingsApi, {
      ...(pending(settingsApi) as object as Parameters<typeof handlers<typeof settingsApi>>[1]),
      "GET /api/settings": async () => settings.public(),
    }),
  };
}
