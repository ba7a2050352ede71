import { limits } from "#contract/limits.ts";
import type { Act, NewAct } from "#web/lib/outbox/act.ts";
import { newGuid } from "#web/lib/outbox/make-act.ts";
import type { Translate } from "#web/lib/use-text.ts";
import { type AboutSnag, isAboutSnag } from "./about-snag.ts";
import { actKinds } from "./kinds.ts";
import { newSnag, snagChange, snagComment } from "./snag-acts.ts";

/** Whether the snag of an act does not exist any more, or cannot be seen. */
export const lostSnag = ({ state, problem, payload }: Act): AboutSnag | null =>
  state === "refused" && problem?.status === 404 && isAboutSnag(payload) ? payload : null;

export interface Renewal {
  /** The new snag, and the files of the former one under their GUIDs. */
  readonly drafts: readonly NewAct[];
  /** GUIDs of the acts whose content is in the text of the new snag. */
  readonly gone: readonly string[];
}

/**
 * Everything that waits for the snag of this act, as a new snag at its position: comments and changes become its text.
 * Null where the position is unknown.
 */
export function renewedSnag(act: Act, acts: readonly Act[], t: Translate): Renewal | null {
  const lost = lostSnag(act);
  if (lost?.at === undefined || !("id" in lost.snag)) return null;
  const { id } = lost.snag;
  const all = acts.filter((one) => {
    const other = lostSnag(one);
    return other !== null && "id" in other.snag && other.snag.id === id;
  });
  const guid = newGuid();
  const about = { project: act.project, projectName: act.projectName };
  const title = t("offline.waiting.was_on", { title: lost.title }).slice(0, limits.name);
  const text = all.flatMap(({ kind, payload }) =>
    kind === snagComment.kind && snagComment.isPayload(payload)
      ? [payload.text]
      : kind === snagChange.kind && snagChange.isPayload(payload)
        ? [payload.shown]
        : [],
  );
  const files = all.flatMap(({ kind, payload, file, guid: own, capturedAt }): NewAct[] => {
    const known = actKinds.get(kind);
    return file === null || known === undefined || !isAboutSnag(payload)
      ? []
      : [{ kind: known, payload: { ...payload, snag: { guid } }, file, guid: own, capturedAt, ...about }];
  });
  const fields = { title, text: text.join("\n").slice(0, limits.description) };
  const snag: NewAct = {
    kind: newSnag,
    payload: { fields, at: lost.at, where: "" },
    guid,
    capturedAt: act.capturedAt,
    ...about,
  };
  const gone = all.filter(({ file }) => file === null).map((one) => one.guid);
  return { drafts: [snag, ...files], gone };
}
