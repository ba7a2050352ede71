import { Check, CloudOff, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { AnswerPage, AnswerSnag } from "#contract/crews.answers.ts";
import { useStore } from "#web/lib/store.ts";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { softTone } from "#web/ui/tone.ts";
import { open } from "./address.ts";
import { Chosen } from "./chosen-photos.tsx";
import { type KeptAnswer, statusAfter } from "./kept-answer.ts";
import { type LinkSession, withWaiting } from "./link-session.ts";
import { Status } from "./status.tsx";

interface AnswerStateProps {
  session: LinkSession;
  page: AnswerPage;
  snag: AnswerSnag;
  answer: KeptAnswer;
  /** On this device; otherwise the server has it. */
  isWaiting: boolean;
  /** Opens the form once more; absent where no answer is possible. */
  onAgain: (() => void) | undefined;
}

/** The state of an answer that was given, and the next step. */
export function AnswerState({ session, page, snag, answer, isWaiting, onAgain }: AnswerStateProps) {
  const t = useText();
  const sending = useStore(session.sending);
  const box = useRef<HTMLDivElement>(null);
  // The pressed button is gone: its focus comes here.
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const isRefused = isWaiting && answer.problem !== null;
  const isSending = isWaiting && sending?.guid === answer.guid;
  const tone = isRefused ? "bad" : isWaiting ? "warn" : "ok";
  const next = nextOf(page, snag, useStore(session.waiting));
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <output className={cx("flex flex-col gap-3 rounded-lg p-4 text-base", softTone[tone])}>
        <span className="flex items-center gap-2 font-strong">
          {isSending ? <Spinner /> : <Icon of={isRefused ? TriangleAlert : isWaiting ? CloudOff : Check} />}
          {isRefused
            ? t("crews.answer.states.refused")
            : isSending
              ? `${t("crews.answer.states.sending")} ${Math.round((sending?.share ?? 0) * 100)}%`
              : t(isWaiting ? "crews.answer.states.waiting" : "crews.answer.states.sent")}
        </span>
        {isRefused && <span>{t(reasonOf(answer.problem ?? ""))}</span>}
        <Status status={statusAfter[answer.kind]} />
        {answer.text !== "" && (
          <span className="own-direction whitespace-pre-line text-ink">{answer.text}</span>
        )}
      </output>
      <Chosen photos={answer.photos} />
      <div className="flex flex-col gap-2">
        {isRefused ? (
          <Refused session={session} guid={answer.guid} />
        ) : (
          <PlainButton variant="primary" size="lg" onClick={() => open(next?.id ?? null)}>
            {t(next === undefined ? "crews.answer.back" : "crews.answer.states.next")}
          </PlainButton>
        )}
        {onAgain && (
          <PlainButton variant="quiet" size="lg" onClick={onAgain}>
            {t("crews.answer.states.again")}
          </PlainButton>
        )}
      </div>
    </div>
  );
}

function Refused({ session, guid }: { session: LinkSession; guid: string }) {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex gap-2 *:flex-1">
      <PlainButton variant="quietDanger" size="lg" onClick={() => setIsAsking(true)}>
        {t("crews.answer.states.discard")}
      </PlainButton>
      <PlainButton variant="primary" size="lg" onClick={() => void session.retry(guid)}>
        {t("crews.answer.states.retry")}
      </PlainButton>
      {isAsking && (
        <PlainDialog title={t("crews.answer.states.discard_sure")} onClose={() => setIsAsking(false)}>
          <div className="flex gap-2 *:flex-1">
            <PlainButton size="lg" onClick={() => setIsAsking(false)}>
              {t("crews.answer.dispute.cancel")}
            </PlainButton>
            <PlainButton variant="danger" size="lg" onClick={() => void session.discard(guid)}>
              {t("crews.answer.states.discard")}
            </PlainButton>
          </div>
        </PlainDialog>
      )}
    </div>
  );
}

/** The next snag without an answer of the crew. */
function nextOf(page: AnswerPage, after: AnswerSnag, waiting: readonly KeptAnswer[]): AnswerSnag | undefined {
  const at = page.snags.findIndex(({ id }) => id === after.id);
  const others = [...page.snags.slice(at + 1), ...page.snags.slice(0, Math.max(0, at))];
  return others.map((snag) => withWaiting(snag, waiting)).find(({ status }) => status === "open");
}

function reasonOf(problem: string): TextKey {
  if (problem === "ANSWER_CLOSED") return "crews.answer.errors.closed";
  if (problem === "NOT_FOUND") return "crews.answer.errors.gone";
  if (/IMAGE|FILE|PHOTO/.test(problem)) return "crews.answer.errors.photo";
  return "crews.answer.errors.other";
}
