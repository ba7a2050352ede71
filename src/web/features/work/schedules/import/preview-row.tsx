import { ArrowRight, Minus, Pencil, Plus, TriangleAlert } from "lucide-react";
import type { SchedulePreview } from "#contract/schedules.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { textTone } from "#web/ui/tone.ts";
import { changeText } from "./field-words.ts";
import { type PreviewLine, withNames } from "./preview-filter.ts";

const looks = {
  added: { icon: Plus, tone: "ok" },
  changed: { icon: Pencil, tone: "accent" },
  removed: { icon: Minus, tone: "bad" },
  warnings: { icon: TriangleAlert, tone: "warn" },
} as const;

/** An added, changed or removed task, or a part of the file that could not be read as it is. */
export function PreviewRow({ line, names }: { line: PreviewLine; names: ReadonlyMap<number, string> }) {
  const t = useText();
  const { icon, tone } = looks[line.kind];
  return (
    <li className="flex gap-3 border-line px-4 py-2.5 not-first:border-t print:break-inside-avoid">
      <Icon of={icon} size="sm" className={cx("mt-0.5", textTone[tone])} />
      <span className="sr-only">{t(`schedules.preview.kinds.${line.kind}`)}</span>
      <div className="min-w-0 flex-1">
        {line.kind === "warnings" ? (
          <Warning {...line.item} names={names} />
        ) : (
          <p className="flex flex-wrap items-baseline gap-x-3">
            {line.item.wbs !== "" && (
              <span dir="ltr" className="min-w-10 text-xs text-ink-muted tabular-nums">
                {line.item.wbs}
              </span>
            )}
            <span
              className={cx("own-direction", line.kind === "removed" && !line.item.is_kept && "line-through")}
            >
              {line.item.name === "" ? t("schedules.chart.nameless") : line.item.name}
            </span>
            {line.kind === "removed" && line.item.is_kept && (
              <Chip tone="note">{t("schedules.preview.kept")}</Chip>
            )}
          </p>
        )}
        {line.kind === "changed" && <Fields fields={line.item.fields} />}
      </div>
    </li>
  );
}

function Warning({
  kind,
  uid,
  detail,
  names,
}: SchedulePreview["warnings"][number] & { names: ReadonlyMap<number, string> }) {
  const t = useText();
  return (
    <>
      <p>{t(`schedules.warnings.${kind}`)}</p>
      <p className="own-direction text-xs text-ink-muted empty:hidden">
        {[
          kind === "circle" || uid === null ? "" : (names.get(uid) ?? ""),
          kind === "circle" ? withNames(detail, names) : detail,
        ]
          .filter((part) => part !== "")
          .join(" · ")}
      </p>
    </>
  );
}

function Fields({ fields }: Pick<SchedulePreview["changed"][number], "fields">) {
  const t = useText();
  const format = useFormat();
  return (
    <dl className="mt-1 grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[8.5rem_minmax(0,1fr)]">
      {fields.map(({ field, from, to }) => (
        <div key={field} className="contents">
          <dt className="text-ink-muted">{t(`schedules.fields.${field}`)}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-2 tabular-nums max-sm:mb-1">
            <del className="own-direction text-ink-muted decoration-ink-faint">
              {changeText(field, from, t, format)}
            </del>
            <Icon of={ArrowRight} points size="sm" className="size-3.5 text-ink-faint" />
            <ins className="own-direction font-strong no-underline">{changeText(field, to, t, format)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
