import { z } from "zod";
import { defineApi, endpoint } from "./endpoint.ts";

/** What everybody may know, signed in or not: enough for /login and the public viewers, nothing secret. */
export const PublicSettings = z.object({
  website_name: z.string(),
  version: z.string(),
  theme_color: z.string(),
  dark_mode: z.boolean(),
  languages_enabled: z.boolean(),
  /** Whether the sign-in page offers the demo account. */
  demo_enabled: z.boolean(),
  share_providers: z.array(z.string()),
  limits: z.object({
    visit_image_megabytes: z.number(),
    visit_files: z.number(),
  }),
});
export type PublicSettings = z.output<typeof PublicSettings>;

export const settingsApi = defineApi({
  "GET /api/settings": endpoint({
    access: "public",
    summary: "Public settings of this installation.",
    response: PublicSettings,
  }),
});
