import { useEffect, useRef, useState } from "react";
import { crewLimits } from "#contract/crews.limits.ts";
import { newGuid } from "#web/lib/outbox/make-act.ts";
import { useText } from "#web/lib/use-text.ts";
import { type AnswerDraft, noDraft } from "./kept-answer.ts";
import type { LinkSession } from "./link-session.ts";

const types: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp"]);

/** The note and photos of an answer that was not sent; they survive a reload, and a page that the camera ends. */
export function useDraft(session: LinkSession, snag: number) {
  const t = useText();
  const [draft, setDraft] = useState<AnswerDraft>(noDraft);
  const [problem, setProblem] = useState("");
  const [isKept, setIsKept] = useState(false);
  const isBegun = useRef(false);
  useEffect(() => {
    let isGone = false;
    void session.draft(snag).then((kept) => {
      // Input since then is newer.
      if (kept !== undefined && !isGone && !isBegun.current) {
        setDraft(kept);
        setIsKept(true);
      }
      return undefined;
    });
    return () => {
      isGone = true;
    };
  }, [session, snag]);

  const change = (next: AnswerDraft) => {
    isBegun.current = true;
    setDraft(next);
    const isEmpty = next.text.trim() === "" && next.photos.length === 0;
    void session.keepDraft(snag, isEmpty ? null : next).then((isStored) => setIsKept(isStored && !isEmpty));
  };

  const addPhotos = (files: readonly File[]) => {
    const megabytes = Math.round(crewLimits.photoBytes / 1_048_576);
    const problems: string[] = [];
    const fit = files.filter(({ name, type, size }) => {
      if (!types.has(type)) problems.push(t("crews.answer.form.wrong_type", { name }));
      else if (size > crewLimits.photoBytes)
        problems.push(t("crews.answer.form.too_large", { name, n: megabytes }));
      else return true;
      return false;
    });
    const free = crewLimits.photos - draft.photos.length;
    if (fit.length > free) problems.push(t("crews.answer.form.too_many", { n: crewLimits.photos }));
    setProblem(problems.join(" "));
    const added = fit.slice(0, free).map((file) => ({ guid: newGuid(), file, isSent: false }));
    if (added.length > 0) change({ ...draft, photos: [...draft.photos, ...added] });
  };

  return { draft, change, addPhotos, problem, setProblem, isKept };
}
