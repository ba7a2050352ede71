import { useMemo } from "react";
import type { Snag } from "#contract/snags.ts";
import type { Act, Ref } from "#web/lib/outbox/act.ts";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { isNewSnagPayload, type NewSnagPayload } from "#web/shell/outbox/new-snag-payload.ts";
import type { ChangePayload } from "#web/shell/outbox/snag-acts.ts";

interface AboutSnag {
  readonly snag?: Ref;
}

/** Whether an act belongs to the snag with this id or, before it has arrived, with this GUID. */
export function isAbout(act: Act, to: Ref): boolean {
  const snag = (act.payload as AboutSnag | null)?.snag;
  if (snag === undefined) return false;
  return "id" in to ? "id" in snag && snag.id === to.id : "guid" in snag && snag.guid === to.guid;
}

/** A new snag that waits on this device. */
export interface WaitingSnag extends Act {
  readonly payload: NewSnagPayload;
}
/** One that another version stored may have another form: it is only in the list of what waits. */
export const isWaitingSnag = (act: Act): act is WaitingSnag =>
  act.kind === "snag" && isNewSnagPayload(act.payload);

/** The snag with the values that wait on this device, for everything that is neither refused nor in conflict. */
export function displayed(snag: Snag, acts: readonly Act[]): Snag {
  const changes = acts.filter(
    (act) => act.kind === "snag_change" && act.state === "waiting" && isAbout(act, { id: snag.id }),
  );
  return changes.reduce((shown, { payload }) => ({ ...shown, ...(payload as ChangePayload).display }), snag);
}

/** The same snags with the values that wait on this device; the same array when nothing waits. */
export function useDisplayed(snags: readonly Snag[] | undefined): readonly Snag[] | undefined {
  const acts = useWaitingActs();
  return useMemo(
    () => (acts.length === 0 || snags === undefined ? snags : snags.map((snag) => displayed(snag, acts))),
    [acts, snags],
  );
}
