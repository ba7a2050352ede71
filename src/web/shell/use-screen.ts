import { useMatches } from "@tanstack/react-router";
import { useOwnPageTitle } from "#web/lib/page-title.ts";
import { type TextKey, useText } from "#web/lib/use-text.ts";

/** Id of the innermost route on screen; the same while only its parameters change. */
export function useScreenId(): string {
  return useMatches({ select: (matches): string => matches.at(-1)?.routeId ?? "" });
}

/** The title of the innermost screen in the route table, or the name of the record it shows. */
export function useScreenTitle(): string | null {
  const t = useText();
  const own = useOwnPageTitle();
  const key = useMatches({ select: (matches): TextKey | undefined => matches.at(-1)?.staticData.title });
  return own ?? (key === undefined ? null : t(key));
}
