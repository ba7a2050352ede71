import { apiAreas } from "#contract/choices.ts";
import type { Translate } from "#web/lib/use-text.ts";

const groups = [...apiAreas, "general", "session", "administration"] as const;

/** In the reader's language; as in the document for an unknown one. */
export function groupName(name: string, t: Translate): string {
  const known = groups.find((group) => group === name);
  return known === undefined ? name : t(`api_access.areas.${known}`);
}
