import { Check, Printer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { SchedulePreview, ScheduleTask } from "#contract/schedules.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { FilterChip } from "#web/ui/filter-chips.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { countOf, isSame, linesOf, namesOf, type PreviewKind, previewKinds } from "./preview-filter.ts";
import { PreviewRow } from "./preview-row.tsx";

interface PreviewProps {
  preview: SchedulePreview;
  /** The current tasks. */
  tasks: readonly ScheduleTask[];
  notice: string | null;
  /** Nothing was imported before: everything is new, and needs no list. */
  isFirst: boolean;
  isApplying: boolean;
  onApply: () => void;
  onCancel: () => void;
}

/** Number of lines rendered at first; more on demand. */
const page = 200;

/** The changes that the file would make, for review and print before they are applied. */
export function Preview({ preview, tasks, notice, isFirst, isApplying, onApply, onCancel }: PreviewProps) {
  const t = useText();
  const format = useFormat();
  const [kind, setKind] = useState<PreviewKind | "all">("all");
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState(page);
  const heading = useRef<HTMLHeadingElement>(null);
  // Announces the result, and keyboard use continues from here.
  useEffect(() => heading.current?.focus(), []);
  const names = namesOf(preview, tasks);
  const lines = linesOf(preview, kind, search);
  const isEqual = isSame(preview);
  const kinds = previewKinds.filter((one) => countOf(preview, one) > 0);
  return (
    <section aria-labelledby="schedule-preview">
      <div className="mb-5 flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 id="schedule-preview" ref={heading} tabIndex={-1} className="text-lg font-strong outline-none">
            {t(isEqual ? "schedules.preview.same_title" : "schedules.preview.title")}
          </h2>
          <p className="text-ink-muted">
            <bdi>{preview.file_name}</bdi>
            {" · "}
            {t("schedules.preview.tasks", { count: preview.tasks })}
          </p>
        </div>
        <Button icon={Printer} onPress={() => print()} className="print:hidden">
          {t("schedules.print")}
        </Button>
      </div>
      {notice !== null && (
        <Banner tone="warn" className="mb-5">
          {notice}
        </Banner>
      )}
      <dl className="mb-6 grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-line ring-1 ring-line sm:grid-cols-4">
        {(["added", "changed", "removed", "unchanged"] as const).map((one) => (
          <div key={one} className="flex flex-col-reverse bg-surface px-4 py-3">
            <dt className="text-ink-muted">{t(`schedules.preview.counts.${one}`)}</dt>
            <dd className="text-xl font-strong tabular-nums">
              {format.number(one === "unchanged" ? preview.unchanged : countOf(preview, one))}
            </dd>
          </div>
        ))}
      </dl>
      {isEqual ? (
        <p className="mb-6">{t("schedules.preview.same_text")}</p>
      ) : (
        <p className="mb-4 text-ink-muted">
          {t(isFirst ? "schedules.preview.first_text" : "schedules.preview.text")}
        </p>
      )}
      {kinds.length > 0 && (
        <>
          <div className="mb-3 flex flex-wrap items-center gap-2 print:hidden">
            {kinds.length > 1 &&
              kinds.map((one) => (
                <FilterChip
                  key={one}
                  label={`${t(`schedules.preview.kinds.${one}`)} ${format.number(countOf(preview, one))}`}
                  isOn={kind === one}
                  onChange={(isOn) => setKind(isOn ? one : "all")}
                />
              ))}
            <SearchField
              label={t("schedules.preview.search")}
              value={search}
              onChange={setSearch}
              className="w-full sm:ms-auto sm:w-64"
            />
          </div>
          {lines.length === 0 ? (
            <output className="block rounded-lg bg-surface px-4 py-6 text-ink-muted ring-1 ring-line">
              {t("schedules.preview.no_match")}
            </output>
          ) : (
            <ul
              aria-label={t("schedules.preview.list")}
              className="overflow-hidden rounded-lg bg-surface ring-1 ring-line"
            >
              {lines.slice(0, shown).map((line, at) => (
                <PreviewRow key={`${line.kind}-${line.item.uid}-${at}`} line={line} names={names} />
              ))}
            </ul>
          )}
          {lines.length > shown && (
            <p className="mt-3 print:hidden">
              <Button onPress={() => setShown(shown + page)}>
                {t("schedules.preview.more", { n: format.number(lines.length - shown) })}
              </Button>
            </p>
          )}
        </>
      )}
      <div
        data-bottom-bar
        className="sticky bottom-0 z-10 -mx-1 mt-6 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas px-1 py-3 max-md:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-md:*:flex-1 print:hidden"
      >
        <Button onPress={onCancel} isDisabled={isApplying}>
          {t(isEqual ? "schedules.import.back" : "common.cancel")}
        </Button>
        {!isEqual && (
          <Button variant="primary" icon={Check} isPending={isApplying} onPress={onApply}>
            {t(isFirst ? "schedules.preview.apply_first" : "schedules.preview.apply")}
          </Button>
        )}
      </div>
    </section>
  );
}
