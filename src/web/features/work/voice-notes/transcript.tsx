import { useMutation } from "@tanstack/react-query";
import { Check, FileText, RotateCw } from "lucide-react";
import { useEffect, useState } from "react";
import { limits } from "#contract/limits.ts";
import { type VoiceNote, voiceLimits } from "#contract/voice-notes.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { forgetDraft, keepDraft, readDraft } from "#web/lib/form-drafts.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { NoteItemProps } from "./note-item.tsx";

interface TranscriptProps extends NoteItemProps {
  onChanged: () => void;
}

/** The transcript of a note: requested, waiting, failed, a draft to be checked, or the checked text. */
export function Transcript(props: TranscriptProps) {
  const { note, owner, onChanged } = props;
  const t = useText();
  const { state, text, problem } = note.transcript;
  const request = useMutation({ mutationFn: () => owner.transcribe(note.id), onSettled: onChanged });
  if (state === "ready" && note.can["decide"] === true) return <Draft key={text} {...props} />;
  if (state === "ready")
    return (
      <figure className="flex flex-col gap-1 text-sm text-ink-muted">
        <figcaption className="text-xs">{t("voice_notes.transcript.draft")}</figcaption>
        <blockquote className="own-direction whitespace-pre-line wrap-anywhere">{text}</blockquote>
      </figure>
    );
  if (state === "accepted")
    return (
      <details className="text-sm">
        <summary className="w-fit cursor-default text-xs text-ink-muted touch:py-3">
          {t("voice_notes.transcript.checked")}
        </summary>
        <p className="own-direction mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
      </details>
    );
  if (state === "waiting")
    return (
      <output className="flex items-center gap-2 text-xs text-ink-muted">
        <Spinner /> {t("voice_notes.transcript.waiting")}
      </output>
    );
  const isFailed = state === "failed";
  return (
    <>
      {isFailed && (
        <p role="alert" className="text-xs text-bad-text">
          {t(`voice_notes.transcript.problems.${problem ?? "unreachable"}`)}
        </p>
      )}
      {request.isError && (
        <p role="alert" className="text-xs text-bad-text">
          {fieldError(request.error, "transcript", t) ?? errorText(request.error, t)}
        </p>
      )}
      {note.can["transcribe"] === true && (
        <Button
          size="sm"
          variant="quiet"
          icon={isFailed ? RotateCw : FileText}
          isPending={request.isPending}
          onPress={() => request.mutate()}
          className="self-start print:hidden touch:h-11"
        >
          {t(isFailed ? "voice_notes.transcript.retry" : "voice_notes.transcript.request")}
        </Button>
      )}
    </>
  );
}

const isText = (value: unknown): value is string => typeof value === "string";
const draftName = ({ id }: VoiceNote) => `voice transcript ${id}`;

function Draft({ note, owner, before, isClosed, onChanged }: TranscriptProps) {
  const t = useText();
  const [text, setText] = useState(note.transcript.text);
  const [correction, setCorrection] = useState("");
  const name = draftName(note);
  useEffect(() => {
    let isGone = false;
    void readDraft(name, isText).then((kept) => isGone || kept === undefined || setText(kept));
    return () => {
      isGone = true;
    };
  }, [name]);

  const decide = useMutation({
    async mutationFn(decision: "accept" | "dismiss") {
      if (decision === "accept") await before();
      await owner.decide(note.id, {
        decision,
        ...(decision === "accept" && { text, ...(isClosed && { correction }) }),
      });
      await forgetDraft(name);
      return decision;
    },
    onSuccess(decision) {
      const title = t(`voice_notes.transcript.${decision === "accept" ? "accepted" : "dismissed"}`);
      showToast({ tone: "ok", title }, limits.toast.form);
    },
    onSettled: onChanged,
  });
  const textError = fieldError(decide.error, "text", t);
  const reasonError = fieldError(decide.error, "correction", t);
  const isPlain = decide.isError && textError === undefined && reasonError === undefined;

  return (
    <div className="flex flex-col gap-3 rounded-lg bg-sunken p-3 print:hidden">
      <Banner tone="warn">{t("voice_notes.transcript.draft")}</Banner>
      <TextArea
        label={t("voice_notes.transcript.field")}
        rows={4}
        value={text}
        maxLength={voiceLimits.transcript}
        onChange={(written) => {
          setText(written);
          void keepDraft(name, written);
        }}
        {...(textError !== undefined && { error: textError })}
      />
      {isClosed && (
        <TextField
          label={t("voice_notes.transcript.correction")}
          isRequired
          value={correction}
          maxLength={500}
          onChange={setCorrection}
          {...(reasonError !== undefined && { error: reasonError })}
        />
      )}
      {isPlain && (
        <p role="alert" className="text-xs text-bad-text">
          {t("voice_notes.transcript.not_decided")}. {errorText(decide.error, t)}
        </p>
      )}
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button
          size="sm"
          variant="primary"
          icon={Check}
          isPending={decide.isPending && decide.variables === "accept"}
          onPress={() => decide.mutate("accept")}
          className="touch:h-11"
        >
          {t(`voice_notes.transcript.accept_${owner.kind}`)}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          isPending={decide.isPending && decide.variables === "dismiss"}
          onPress={() => decide.mutate("dismiss")}
          className="touch:h-11"
        >
          {t("voice_notes.transcript.dismiss")}
        </Button>
      </div>
    </div>
  );
}
