import type photos from "#i18n/en/media/photos.json";

declare module "#web/lib/text-keys.ts" {
  interface Texts {
    photos: Omit<typeof photos, "elsewhere">;
  }
  interface Elsewhere {
    photos: (typeof photos)["elsewhere"];
  }
}
