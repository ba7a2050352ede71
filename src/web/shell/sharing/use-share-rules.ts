import { useState } from "react";
import type { Share } from "#contract/access-logs.ts";
import { call } from "#web/lib/client.ts";
import type { ShareDraft } from "#web/lib/share-rules.ts";
import { useLoaded } from "#web/lib/use-loaded.ts";

export interface ShareRules {
  /** Undefined until it has loaded; null for users who may not know. */
  readonly share: Share | null | undefined;
  readonly isMissing: boolean;
  readonly reload: () => void;
  /** Changes the rules, or undoes an earlier change by the `undo` it returned. Throws ApiError. */
  readonly change: (
    body: Partial<ShareDraft> | { readonly undo: string },
  ) => Promise<{ readonly share: Share; readonly undo: string }>;
}

/** The sharing rules of a visit's link; null for a visit whose rules the user may not change. */
export function useShareRules(id: number | null): ShareRules {
  const { result, retry } = useLoaded<Share | null>(async () =>
    id === null ? null : call("GET /api/visits/{id}/share", { params: { id } }, { toast: false }),
  );
  const [changed, setChanged] = useState<Share>();
  return {
    share: changed ?? (result.state === "there" ? result.data : undefined),
    isMissing: result.state === "failed",
    reload: retry,
    async change(body) {
      if (id === null) throw new Error("These rules are not to be changed here.");
      const options = { toast: false };
      const { undo, ...share } = await call("PUT /api/visits/{id}/share", { params: { id }, body }, options);
      setChanged(share);
      return { share, undo };
    },
  };
}
