import { CalendarRange, FileUp } from "lucide-react";
import { limits } from "#contract/limits.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import type { ImportState } from "./use-import.ts";

interface ImportStartProps {
  state: ImportState;
  /** Whether a schedule exists already, which the file would update. */
  isAgain: boolean;
  onFile: (file: File) => void;
  onCancel: () => void;
}

/** Explains how to export the file from Project, and uploads it. */
export function ImportStart({ state, isAgain, onFile, onCancel }: ImportStartProps) {
  const t = useText();
  const format = useFormat();
  return (
    <section
      aria-labelledby="schedule-import"
      className="grid max-w-220 gap-x-10 gap-y-6 rounded-lg bg-surface p-5 ring-1 ring-line md:grid-cols-2 md:p-8"
    >
      <div>
        <CalendarRange aria-hidden size={32} strokeWidth={1.25} className="mb-3 text-ink-faint" />
        <h2 id="schedule-import" className="text-lg font-strong">
          {t(isAgain ? "schedules.import.again_title" : "schedules.import.title")}
        </h2>
        <p className="mt-1 text-ink-muted">
          {t(isAgain ? "schedules.import.again_text" : "schedules.import.text")}
        </p>
        <ol className="mt-5 flex flex-col gap-3">
          {(["open", "save", "drop"] as const).map((step, at) => (
            <li key={step} className="flex gap-3">
              <span
                aria-hidden
                className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-strong text-accent-text tabular-nums"
              >
                {format.number(at + 1)}
              </span>
              <span className="pt-0.5">{t(`schedules.import.steps.${step}`)}</span>
            </li>
          ))}
        </ol>
        <p className="mt-5 text-xs text-ink-muted">{t("schedules.import.nothing_yet")}</p>
      </div>
      <div className="flex flex-col justify-center gap-3">
        {state.step === "reading" ? (
          <div className="flex flex-col gap-4 rounded-lg bg-sunken p-5">
            <ProgressBar
              label={
                state.share < 1
                  ? t("schedules.import.sending", { name: state.name })
                  : t("schedules.import.comparing", { name: state.name })
              }
              share={state.share < 1 ? state.share : null}
            />
            <Button onPress={onCancel} className="self-start">
              {t("common.cancel")}
            </Button>
          </div>
        ) : (
          <>
            {state.step === "idle" && state.problem !== null && <Banner tone="bad">{state.problem}</Banner>}
            <FileDrop
              label={t("schedules.import.file")}
              hint={t("schedules.import.hint", { size: format.bytes(limits.schedule.bytes) })}
              icon={FileUp}
              isMultiple={false}
              onFiles={([file]) => file !== undefined && onFile(file)}
            />
            {isAgain && (
              <Button variant="quiet" onPress={onCancel} className="self-center">
                {t("schedules.import.back")}
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  );
}
