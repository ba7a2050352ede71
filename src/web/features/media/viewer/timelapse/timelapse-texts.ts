import type spotTimelapses from "#i18n/en/media/spot_timelapses.json";

declare module "#web/lib/text-keys.ts" {
  interface Texts {
    spot_timelapses: Omit<typeof spotTimelapses, "elsewhere">;
  }
  interface Elsewhere {
    spot_timelapses: (typeof spotTimelapses)["elsewhere"];
  }
}
