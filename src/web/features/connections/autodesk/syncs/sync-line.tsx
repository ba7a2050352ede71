import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import type { AutodeskSync } from "#contract/autodesk.ts";
import { useFormat } from "#web/lib/format.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { textTone } from "#web/ui/tone.ts";

const ends = {
  done: { icon: CircleCheck, tone: "ok" },
  partial: { icon: CircleAlert, tone: "warn" },
  failed: { icon: CircleX, tone: "bad" },
} as const;

/** The title of a sync: 'Sheets of Tower B'. */
export const syncTitle = ({ kind, name }: AutodeskSync, t: Translate): string =>
  t(`autodesk.syncs.kinds.${kind}`, { name });

/** The progress of a sync, or its result, with what was left out. */
export function SyncLine({ sync }: { sync: AutodeskSync }) {
  const t = useText();
  const format = useFormat();
  const { done, total, warnings, linked, failure, finished_at, kind } = sync;
  if (sync.state === "waiting" || sync.state === "running") {
    const share = total === null || total === 0 ? null : done / total;
    return (
      <div>
        <ProgressBar label={syncTitle(sync, t)} share={share} />
        <p className="mt-1 text-xs text-ink-muted tabular-nums" aria-live="polite">
          {sync.state === "waiting"
            ? t("autodesk.syncs.waiting")
            : total === null
              ? t("autodesk.syncs.so_far", { count: done })
              : t("autodesk.syncs.of", { done: format.number(done), total: format.number(total) })}
        </p>
      </div>
    );
  }
  const { state } = sync;
  const { icon, tone } = ends[state];
  return (
    <div className="flex gap-2.5">
      <Icon of={icon} size="sm" className={cx("mt-0.5", textTone[tone])} />
      <div className="min-w-0 flex-1">
        <p className="own-direction truncate text-sm">{syncTitle(sync, t)}</p>
        <p className="text-xs text-ink-muted">
          {[
            t(`autodesk.syncs.states.${state}`),
            ...(state === "failed" ? [] : [t(`autodesk.syncs.brought.${kind}`, { count: done })]),
            ...(kind === "hub" && linked > 0 ? [t("autodesk.syncs.linked", { count: linked })] : []),
            ...(finished_at === null ? [] : [format.ago(finished_at)]),
          ].join(" · ")}
        </p>
        {failure !== "" && <p className="mt-1 text-xs text-bad-text">{failureWords(failure, t)}</p>}
        {warnings.length > 0 && (
          <details className="mt-1 text-xs">
            <summary className="hit-area w-fit cursor-default rounded-sm text-warn-text">
              {t("autodesk.syncs.left_out", { count: warnings.length })}
            </summary>
            <ul className="mt-1 flex flex-col gap-1 text-ink-muted">
              {warnings.map(({ title, detail }) => (
                <li key={title + detail}>
                  <bdi>{title}</bdi>
                  {detail !== "" && (
                    <>
                      {": "}
                      <bdi>{detail}</bdi>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </div>
  );
}

/** Text for an error code; other text is shown unchanged. */
function failureWords(failure: string, t: Translate): string {
  const key = `errors.code.${failure}` as "errors.code.AUTODESK_BUSY";
  const words = t(key, { reason: "" });
  return words === key ? failure : words;
}
