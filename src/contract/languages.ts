import { z } from "zod";
import { defineApi, endpoint } from "./endpoint.ts";

export const Language = z.enum(["en", "ar"]);
export type Language = z.output<typeof Language>;

/** The languages of the interface, as the switcher shows them: each in its own script. */
export const languages = [
  { code: "en", name: "English", direction: "ltr" },
  { code: "ar", name: "العربية", direction: "rtl" },
] as const satisfies readonly { code: Language; name: string; direction: "ltr" | "rtl" }[];

/** Parts in which the texts of a language are loaded; `start` and `rest` together are all of them. */
export const TextPart = z.enum(["doors", "public", "start", "rest"]);
export type TextPart = z.output<typeof TextPart>;

export const languagesApi = defineApi({
  "POST /api/language": endpoint({
    access: "public",
    summary: "Save the caller's language; has no effect for guests.",
    body: z.object({ locale: Language }),
    response: z.object({ locale: Language, direction: z.enum(["ltr", "rtl"]) }),
    openToDemo: true,
  }),
  "GET /api/translations/{lang}": endpoint({
    access: "public",
    summary:
      "Get all texts of one language by namespace; with `part`, only those of the sign-in or public pages, of the first screens, or those that the first screens lack.",
    params: z.object({ lang: Language }),
    query: z.object({ part: TextPart.optional() }),
    response: z.record(z.string(), z.unknown()),
  }),
});
