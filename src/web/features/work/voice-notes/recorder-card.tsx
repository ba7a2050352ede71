import { useQueryClient } from "@tanstack/react-query";
import { FileAudio, Mic, Pause, SendHorizontal, Square, Trash2 } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { voiceLimits } from "#contract/voice-notes.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { notKept, tellKept } from "#web/shell/outbox/send-or-keep.ts";
import { AudioPlayer, clockText } from "#web/ui/audio-player.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { FileInput } from "#web/ui/file-input.tsx";
import { useAudioWords } from "./audio-words.ts";
import { canRecord } from "./recorder.ts";
import { type Recording, useRecording } from "./use-recording.ts";
import type { VoiceOwner } from "./voice-owner.ts";

const accept = "audio/*,.m4a,.mp3,.ogg,.wav,.weba";

interface RecorderCardProps {
  owner: VoiceOwner;
  /** Runs before a note is sent. */
  before: () => Promise<void>;
}

/** Records a voice note, plays it, and sends it. */
export function RecorderCard({ owner, before }: RecorderCardProps) {
  const t = useText();
  const time = useRef<HTMLSpanElement>(null);
  const meter = useRef<HTMLMeterElement>(null);
  const bar = useRef<HTMLSpanElement>(null);
  const recording = useRecording(owner.target, (seconds, level) => {
    if (time.current !== null)
      time.current.textContent = `${clockText(seconds)} / ${clockText(voiceLimits.seconds)}`;
    if (meter.current !== null) meter.current.value = level;
    if (bar.current !== null) bar.current.style.inlineSize = `${Math.round(level * 100)}%`;
  });
  const [isAsked, setAsked] = useState(false);
  const { step, notes } = recording;
  const isLive = step === "recording" || step === "paused";

  return (
    <div className="flex flex-col gap-3 print:hidden">
      {notes.trouble !== null && <Banner tone="warn">{t(`voice_notes.${notes.trouble}`)}</Banner>}
      {notes.isUnkept && <Banner tone="warn">{t("voice_notes.not_kept")}</Banner>}
      {(step === "idle" || step === "asking") && (
        <div className="flex flex-wrap items-start gap-2">
          {canRecord() && (
            <Button icon={Mic} isPending={step === "asking"} onPress={() => void recording.start()}>
              {t("voice_notes.record")}
            </Button>
          )}
          {(notes.trouble !== null || !canRecord()) && (
            <FileInput
              label={t("voice_notes.choose")}
              icon={FileAudio}
              accept={accept}
              maxMegabytes={voiceLimits.bytes / 1024 / 1024}
              onFiles={([file]) => file !== undefined && void recording.choose(file)}
            />
          )}
          {!canRecord() && notes.trouble === null && (
            <p className="basis-full text-sm text-ink-muted">{t("voice_notes.no_recording")}</p>
          )}
        </div>
      )}
      {isLive && (
        <div className="flex flex-col gap-3 rounded-lg bg-sunken p-3">
          <p className="flex items-center gap-3 text-sm">
            <span aria-live="polite" className="flex items-center gap-2 font-strong">
              <span
                aria-hidden
                className={`size-2.5 rounded-full ${step === "recording" ? "bg-bad" : "bg-ink-faint"}`}
              />
              {t(step === "recording" ? "voice_notes.recording" : "voice_notes.paused")}
            </span>
            <span className="ms-auto text-ink-muted tabular-nums">
              <span ref={time} dir="ltr" />
            </span>
          </p>
          <meter ref={meter} min={0} max={1} aria-label={t("voice_notes.level")} className="sr-only" />
          <div aria-hidden className="h-2 overflow-hidden rounded-full bg-press">
            <span ref={bar} className="block h-full rounded-full bg-accent" />
          </div>
          <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
            <Button variant="primary" icon={Square} onPress={() => recording.stop()}>
              {t("voice_notes.stop")}
            </Button>
            <Button
              icon={step === "recording" ? Pause : Mic}
              onPress={() => (step === "recording" ? recording.pause() : recording.resume())}
            >
              {t(step === "recording" ? "voice_notes.pause" : "voice_notes.resume")}
            </Button>
            <Button variant="quiet" icon={Trash2} onPress={() => setAsked(true)}>
              {t("voice_notes.discard")}
            </Button>
          </div>
        </div>
      )}
      {step === "review" && (
        <Review owner={owner} recording={recording} before={before} onDiscard={() => setAsked(true)} />
      )}
      <ConfirmDialog
        title={t("voice_notes.discard_title")}
        confirmLabel={t("voice_notes.discard_confirm")}
        isOpen={isAsked}
        isDestructive
        onClose={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false);
          void recording.forget();
        }}
      >
        {t("voice_notes.discard_text")}
      </ConfirmDialog>
    </div>
  );
}

function Review({
  owner,
  recording,
  before,
  onDiscard,
}: RecorderCardProps & { recording: Recording; onDiscard: () => void }) {
  const t = useText();
  const format = useFormat();
  const words = useAudioWords();
  const client = useQueryClient();
  const { recorded, notes } = recording;
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const blob = recorded?.blob;
  const src = useMemo(() => (blob === undefined ? "" : URL.createObjectURL(blob)), [blob]);
  useEffect(() => () => URL.revokeObjectURL(src), [src]);
  if (recorded === null) return null;
  const { guid, at, type, seconds } = recorded;

  async function send(): Promise<void> {
    if (share !== null || blob === undefined) return;
    setShare(0);
    setError(null);
    try {
      await before();
      const file = blob instanceof File ? blob : new File([blob], "voice", { type });
      const sent = { guid, recorded_at: new Date(at).toISOString(), file };
      const { state } = await owner.add(sent, setShare);
      await recording.forget();
      if (state === "kept") return tellKept();
      showToast({ tone: "ok", title: t("voice_notes.sent") }, limits.toast.form);
      for (const queryKey of [owner.queryKey, ...owner.follows]) void client.invalidateQueries({ queryKey });
    } catch (failure) {
      setError(failure);
    } finally {
      setShare(null);
    }
  }

  return (
    <div className="flex flex-col gap-3 rounded-lg bg-sunken p-3">
      <p className="text-sm font-strong">{t("voice_notes.review")}</p>
      {notes.isBack && <Banner tone="info">{t("voice_notes.kept_back")}</Banner>}
      {notes.isFull && (
        <Banner tone="info">{t("voice_notes.limit_reached", { n: voiceLimits.seconds / 60 })}</Banner>
      )}
      {error !== null && (
        <Banner tone="bad">
          {notKept(error) ?? fieldError(error, "guid", t) ?? errorText(error, t)} {t("voice_notes.kept")}
        </Banner>
      )}
      <AudioPlayer src={src} seconds={seconds} label={t("voice_notes.review")} words={words} />
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button
          variant="primary"
          icon={SendHorizontal}
          isPending={share !== null}
          onPress={() => void send()}
        >
          {share === null
            ? t("voice_notes.send")
            : t("voice_notes.sending", { percent: format.percent(share) })}
        </Button>
        <Button variant="quiet" icon={Trash2} isDisabled={share !== null} onPress={onDiscard}>
          {t("voice_notes.discard")}
        </Button>
      </div>
    </div>
  );
}
