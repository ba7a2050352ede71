import { z } from "zod";
import { defineApi, endpoint } from "./endpoint.ts";

export const Language = z.enum(["en", "ar"]);
export type Language = z.output<typeof Language>;

/** The languages of the interface, as the switcher shows them: each in its own script. */
export const languages = [
  { code: "en", name: "English", direction: "ltr" },
  { code: "ar", name: "العربية", direction: "rtl" },
] as const satisfies readonly { code: Language; name: string; direction: "ltr" | "rtl" }[];

export const languagesApi = defineApi({
  "POST /api/language": endpoint({
    access: "public",
    summary: "Remember the language of a signed-in person; harmless for a guest.",
    body: z.object({ locale: Language }),
    response: z.object({ locale: Language, direction: z.enum(["ltr", "rtl"]) }),
    openToDemo: true,
  }),
  "GET /api/translations/{lang}": endpoint({
    access: "public",
    summary:
      "All texts of one language, by namespace; or those alone that the screens before signing in need.",
    params: z.object({ lang: Language }),
    query: z.object({ part: z.enum(["doors", "public"]).optional() }),
    response: z.record(z.string(), z.unknown()),
  }),
});
