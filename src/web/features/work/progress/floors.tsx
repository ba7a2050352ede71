import { ChevronDown, CloudUpload, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import type { Progress } from "#contract/progress.ts";
import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { floorNames } from "./floor-names.ts";
import { History } from "./history.tsx";
import { ProgressDialog, type ProgressStart } from "./progress-dialog.tsx";
import { Section } from "./section.tsx";
import { today } from "./use-progress-entries.ts";
import { type ShownFloor, shownFloors, waitingEntries } from "./waiting-levels.ts";

interface FloorsProps {
  progress: Progress;
  project: number;
  until: string | null;
}

/** Progress by floor, and by location; editable with the permission. */
export function Floors({ progress, project, until }: FloorsProps) {
  const t = useText();
  const [start, setStart] = useState<ProgressStart | "plain" | null>(null);
  const [isHistory, setIsHistory] = useState(false);
  const names = floorNames(progress.floors, t);
  const { can } = progress;
  const floors = shownFloors(progress.floors, waitingEntries(useWaitingActs(), project), until ?? today());
  return (
    <Section
      id="floors"
      title={t("progress.floors")}
      actions={
        can.edit && (
          <Button icon={Plus} onPress={() => setStart("plain")} className="print:hidden">
            {t("progress.tell")}
          </Button>
        )
      }
    >
      {floors.length === 0 ? (
        <p className="rounded-lg bg-surface px-4 py-6 text-ink-muted ring-1 ring-line">
          {t("progress.no_floors")}
        </p>
      ) : (
        <ul className="overflow-hidden rounded-lg bg-surface ring-1 ring-line">
          {floors.map((floor) => (
            <FloorRow
              key={floor.id_sheet ?? 0}
              floor={floor}
              name={names.get(floor.id_sheet) ?? ""}
              {...(can.edit && { onUpdate: setStart })}
            />
          ))}
        </ul>
      )}
      <p className="mt-3 print:hidden">
        <Button
          variant="quiet"
          size="sm"
          icon={ChevronDown}
          aria-expanded={isHistory}
          onPress={() => setIsHistory(!isHistory)}
        >
          {t(isHistory ? "progress.history_hide" : "progress.history_show")}
        </Button>
      </p>
      {isHistory && <History project={project} progress={progress} />}
      {start !== null && (
        <ProgressDialog
          project={project}
          progress={progress}
          start={start === "plain" ? null : start}
          {...(until !== null && { day: until })}
          onClose={() => setStart(null)}
        />
      )}
    </Section>
  );
}

interface FloorRowProps {
  floor: ShownFloor;
  name: string;
  onUpdate?: (start: ProgressStart) => void;
}

function FloorRow({ floor, name, onUpdate }: FloorRowProps) {
  const { id_sheet, percent, places, isWaiting = false } = floor;
  return (
    <li className="border-line not-first:border-t">
      <Level
        name={name}
        percent={percent}
        isStrong
        isWaiting={isWaiting}
        {...(onUpdate && { onUpdate: () => onUpdate({ id_sheet, place: "", percent: percent ?? 0 }) })}
      />
      {places.length > 0 && (
        <ul className="pb-2">
          {places.map((one) => (
            <li key={one.place}>
              <Level
                name={one.place}
                percent={one.percent}
                date={one.on_date}
                isWaiting={one.isWaiting === true}
                {...(onUpdate && {
                  onUpdate: () => onUpdate({ id_sheet, place: one.place, percent: one.percent }),
                })}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface LevelProps {
  name: string;
  percent: number | null;
  date?: string;
  isStrong?: boolean;
  /** Set by an entry that waits on this device. */
  isWaiting?: boolean;
  onUpdate?: () => void;
}

/** A row of name, bar and figure, aligned with the rows above and below. */
function Level({ name, percent, date, isStrong = false, isWaiting = false, onUpdate }: LevelProps) {
  const t = useText();
  const format = useFormat();
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)_3.25rem_auto] items-center gap-x-3 pe-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_3.25rem_auto] ${
        isStrong ? "min-h-13 ps-4" : "min-h-10 ps-4"
      }`}
    >
      <span className={`min-w-0 py-1.5 ${isStrong ? "" : "ps-4"}`}>
        <span className={`own-direction block truncate ${isStrong ? "font-strong" : ""}`}>{name}</span>
        {(date !== undefined || isWaiting) && (
          <span className="flex items-center gap-1.5 text-xs text-ink-muted">
            {date !== undefined && <time dateTime={date}>{format.date(dayOf(date))}</time>}
            {isWaiting && (
              <span className="flex items-center gap-1 text-warn-text">
                <Icon of={CloudUpload} size="sm" className="size-3.5" />
                {t("offline.waiting.states.waiting")}
              </span>
            )}
          </span>
        )}
      </span>
      <span
        aria-hidden
        className={`row-start-2 col-span-2 block overflow-hidden rounded-full bg-press sm:col-span-1 sm:row-start-1 sm:col-start-2 ${
          isStrong ? "h-2 max-sm:mb-3" : "h-1 max-sm:mb-2"
        }`}
      >
        <span
          className={`block h-full rounded-full ${percent === 100 ? "bg-ok" : "bg-accent"}`}
          style={{ inlineSize: `${percent ?? 0}%` }}
        />
      </span>
      <span className={`text-end tabular-nums ${isStrong ? "font-strong" : "text-ink-muted"}`}>
        {percent === null ? (
          <>
            <span aria-hidden className="text-ink-faint">
              –
            </span>
            <span className="sr-only">{t("progress.unknown")}</span>
          </>
        ) : (
          format.percent(percent / 100)
        )}
      </span>
      {onUpdate ? (
        <IconButton
          icon={Pencil}
          size="sm"
          label={t("progress.update_of", { name })}
          onPress={onUpdate}
          className="print:hidden max-sm:row-span-2"
        />
      ) : (
        <span className="w-1" />
      )}
    </div>
  );
}
