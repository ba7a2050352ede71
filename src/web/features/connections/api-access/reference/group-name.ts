import { apiAreas } from "#contract/choices.ts";
import type { Translate } from "#web/lib/use-text.ts";

const groups = [...apiAreas, "general", "session", "administration"] as const;

/** In the reader's language; as it stands in the document where it is new. */
export function groupName(name: string, t: Translate): string {
  const known = groups.find((group) => group === name);
  return known === undefined ? name : t(`api_access.areas.${known}`);
}
