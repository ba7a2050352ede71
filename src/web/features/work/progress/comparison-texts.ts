import type comparisons from "#i18n/en/work/comparisons.json";

declare module "#web/lib/text-keys.ts" {
  interface Texts {
    comparisons: Omit<typeof comparisons, "elsewhere">;
  }
  interface Elsewhere {
    comparisons: (typeof comparisons)["elsewhere"];
  }
}
