import { useEffect, useState } from "react";
import { limits } from "#contract/limits.ts";
import { type CopyPart, copyGroups } from "#web/lib/copy-part.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { collectCopy } from "./collect.ts";
import { bytesLeft, type CopySizes, measureCopy } from "./measure.ts";
import { copyWorker, NoWorkerError } from "./worker-calls.ts";

interface Measured {
  readonly sizes: CopySizes;
  /** Undefined where the browser does not say. */
  readonly left: number | undefined;
}

interface CopySizeProps {
  project: number;
  parts: () => Promise<readonly CopyPart[]>;
  onSave: (isFull: boolean) => void;
}

/** The size of a copy before it is made, by content, and the button that starts it. */
export function CopySize(props: CopySizeProps) {
  const [attempt, setAttempt] = useState(0);
  return <MeasuredSize key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function MeasuredSize({ project, parts, onSave, onRetry }: CopySizeProps & { onRetry: () => void }) {
  const t = useText();
  const result = useMeasured(project, parts);
  if (result === undefined) return <ProgressBar label={t("offline.copies.measuring")} share={null} />;
  if (result === "no_worker") return <Banner tone="warn">{t("offline.copies.no_worker")}</Banner>;
  if (result === "failed")
    return (
      <Banner
        tone="bad"
        action={
          <Button size="sm" onPress={onRetry}>
            {t("common.retry")}
          </Button>
        }
      >
        {t("offline.copies.failures.connection")}
      </Banner>
    );
  return <Sizes {...result} onSave={onSave} />;
}

function Sizes({ sizes, left, onSave }: Measured & Pick<CopySizeProps, "onSave">) {
  const t = useText();
  const format = useFormat();
  const [isFull, setIsFull] = useState(false);
  const groups = copyGroups.filter((group) => group !== "tiles" && sizes[group] > 0);
  const base = groups.reduce((sum, group) => sum + sizes[group], 0);
  const total = base + (isFull ? sizes.tiles : 0);
  const isTooLarge = left !== undefined && total > left;
  return (
    <>
      <ul aria-label={t("offline.copies.holds")} className="flex flex-col gap-2 text-sm">
        {groups.map((group) => (
          <li key={group} className="flex items-baseline justify-between gap-4">
            <span>{t(`offline.copies.groups.${group}`)}</span>
            <span className="shrink-0 text-ink-muted tabular-nums">{format.bytes(sizes[group])}</span>
          </li>
        ))}
        {sizes.tiles > 0 && (
          <li className="flex items-center justify-between gap-4">
            <Checkbox isSelected={isFull} onChange={setIsFull}>
              {t("offline.copies.groups.tiles")}
            </Checkbox>
            <span className="shrink-0 text-ink-muted tabular-nums">+{format.bytes(sizes.tiles)}</span>
          </li>
        )}
      </ul>
      {isTooLarge && <Banner tone="bad">{t("offline.copies.too_large")}</Banner>}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <output className="text-sm tabular-nums">
          <span className="block font-strong">
            {t("offline.copies.total", { size: format.bytes(total) })}
          </span>
          {left !== undefined && (
            <span className="text-ink-muted">{t("offline.copies.left", { size: format.bytes(left) })}</span>
          )}
        </output>
        <Button variant="primary" isDisabled={isTooLarge} onPress={() => onSave(isFull)}>
          {t("offline.copies.save")}
        </Button>
      </div>
    </>
  );
}

/** Undefined while it is measured; ends when the dialog closes. */
function useMeasured(project: number, parts: () => Promise<readonly CopyPart[]>) {
  const [result, setResult] = useState<Measured | "failed" | "no_worker">();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const measure = async () => {
      try {
        const collected = await collectCopy(project, await parts(), signal);
        const sizes = await measureCopy(collected, copyWorker, signal);
        const left = await bytesLeft(limits.copies.reserveShare);
        if (!signal.aborted) setResult({ sizes, left });
      } catch (error) {
        if (!signal.aborted) setResult(error instanceof NoWorkerError ? "no_worker" : "failed");
      }
    };
    void measure();
    return () => stop.abort();
  }, [project, parts]);
  return result;
}
