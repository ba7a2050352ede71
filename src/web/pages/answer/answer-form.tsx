import { Camera, Check, Images, Play, TriangleAlert } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { AnswerKind } from "#contract/choices.ts";
import type { AnswerPage, AnswerSnag } from "#contract/crews.answers.ts";
import { crewLimits } from "#contract/crews.limits.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { buttonClass } from "#web/ui/button-style.ts";
import { cx, fieldBox } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { AnswerState } from "./answer-state.tsx";
import { Chosen } from "./chosen-photos.tsx";
import { Dispute } from "./dispute.tsx";
import type { LinkSession } from "./link-session.ts";
import { PhotoInput } from "./photo-input.tsx";
import { useDraft } from "./use-draft.ts";

interface AnswerFormProps {
  session: LinkSession;
  page: AnswerPage;
  snag: AnswerSnag;
}

/** The answer: a note and photos, and the three buttons that send it. Afterwards, its state. */
export function AnswerForm({ session, page, snag }: AnswerFormProps) {
  const t = useText();
  const waiting = useStore(session.waiting).findLast((one) => one.snag === snag.id);
  const sent = useStore(session.sent).get(snag.id);
  const [isAgain, setIsAgain] = useState(false);
  const isOver = snag.can["answer"] === false;
  const last = waiting ?? sent;
  if (last !== undefined && !isAgain)
    return (
      <AnswerState
        session={session}
        page={page}
        snag={snag}
        answer={last}
        isWaiting={waiting !== undefined}
        onAgain={isOver ? undefined : () => setIsAgain(true)}
      />
    );
  if (isOver)
    return (
      <p className="rounded-lg bg-ok-soft p-4 text-base text-ok-text">{t("crews.answer.form.closed")}</p>
    );
  return <Form session={session} page={page} snag={snag} onSent={() => setIsAgain(false)} />;
}

function Form({ session, page, snag, onSent }: AnswerFormProps & { onSent: () => void }) {
  const t = useText();
  const id = useId();
  const { draft, change, addPhotos, problem, setProblem, isKept } = useDraft(session, snag.id);
  const [isDisputing, setIsDisputing] = useState(false);
  const isBusy = useRef(false);
  const send = async (kind: AnswerKind, text = draft.text) => {
    // A second press before the first is stored would be a second answer.
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await session.answer(snag.id, kind, { ...draft, text });
      onSent();
    } catch {
      setProblem(t("crews.answer.errors.store"));
    } finally {
      isBusy.current = false;
    }
  };
  const { photos, text } = draft;
  return (
    <section aria-labelledby={`${id}title`} className="flex flex-col gap-3 max-md:pb-20">
      <h2 id={`${id}title`} className="text-base font-strong">
        {t("crews.answer.form.title")}
      </h2>
      <Chosen
        photos={photos}
        onRemove={(guid) => change({ ...draft, photos: photos.filter((one) => one.guid !== guid) })}
      />
      <div className="flex flex-wrap gap-2">
        <PhotoInput
          label={t("crews.answer.form.choose")}
          icon={Images}
          onFiles={addPhotos}
          className={cx(buttonClass({ size: "lg" }), "flex-1")}
        />
        <PlainButton
          variant="quiet"
          size="lg"
          onClick={() => setIsDisputing(true)}
          className="text-note-text"
        >
          <Icon of={TriangleAlert} />
          {t("crews.answer.form.dispute")}
        </PlainButton>
      </div>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={`${id}text`} className="text-base font-strong">
          {t("crews.answer.form.text")}
        </label>
        <textarea
          id={`${id}text`}
          rows={2}
          maxLength={crewLimits.text}
          value={text}
          onChange={({ target }) => change({ ...draft, text: target.value })}
          aria-describedby={`${id}hint`}
          className={cx(fieldBox, "resize-y py-2.5 text-base")}
        />
        <span id={`${id}hint`} className="text-sm text-ink-muted">
          {t(isKept ? "crews.answer.form.kept_draft" : "crews.answer.form.text_hint")}
        </span>
      </div>
      <p role="alert" className="text-base text-bad-text empty:hidden">
        {problem}
      </p>
      <SendBar photos={photos.length} onFiles={addPhotos} onSend={(kind) => void send(kind)} />
      <p className="text-sm text-ink-muted">{t("crews.answer.form.record", { name: page.person })}</p>
      {isDisputing && (
        <Dispute
          number={snag.number}
          text={text}
          onText={(next) => change({ ...draft, text: next })}
          onClose={() => setIsDisputing(false)}
          onSend={(reason) => {
            setIsDisputing(false);
            void send("disputed", reason);
          }}
        />
      )}
    </section>
  );
}

interface SendBarProps {
  /** Number of photos that go with the answer. */
  photos: number;
  onFiles: (files: File[]) => void;
  onSend: (kind: AnswerKind) => void;
}

/** Within reach of the thumb, whatever is on the screen above it. */
function SendBar({ photos, onFiles, onSend }: SendBarProps) {
  const t = useText();
  return (
    <div className="flex gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:border-t max-md:border-line max-md:bg-canvas max-md:px-4 max-md:pt-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <PhotoInput
        label={t("crews.answer.form.take")}
        isLabelHidden
        icon={Camera}
        isCamera
        onFiles={onFiles}
        className={cx(buttonClass({}), "relative size-12! px-0!")}
      >
        {photos > 0 && (
          <span
            aria-hidden
            className="absolute -end-1.5 -top-1.5 flex size-5 items-center justify-center rounded-full bg-accent text-xs text-white tabular-nums"
          >
            {photos}
          </span>
        )}
      </PhotoInput>
      <PlainButton onClick={() => onSend("started")} className="h-12 flex-1 px-2! text-base!">
        <Icon of={Play} points />
        {t("crews.answer.form.started")}
      </PlainButton>
      <PlainButton variant="primary" onClick={() => onSend("done")} className="h-12 flex-1 px-2! text-base!">
        <Icon of={Check} />
        {t("crews.answer.form.done")}
      </PlainButton>
    </div>
  );
}
