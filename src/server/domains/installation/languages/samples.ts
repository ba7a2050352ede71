import type { languagesApi } from "#contract/languages.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof languagesApi> = {
  "POST /api/language": () => ({ body: { locale: "en" } }),
  "GET /api/translations/{lang}": () => ({ params: { lang: "ar" } }),
};
