import { CalendarPlus, Camera, Columns2, FileText } from "lucide-react";
import { useState } from "react";
import type { Progress } from "#contract/progress.ts";
import { comma } from "#web/lib/comma.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-style.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Picture } from "#web/ui/picture.tsx";
import { Select } from "#web/ui/select.tsx";
import type { ProgressAddress } from "./address.ts";
import { comparedVisits, compareLink, moved } from "./compared-visits.ts";
import { useMoments, useVisitRooms } from "./progress.queries.ts";
import { Section } from "./section.tsx";
import "./comparison-texts.ts";
import { VisitLine } from "./visit-line.tsx";

const dialog = later(() => import("./comparison-dialog.tsx"));

type Visit = Progress["visits"][number];

interface TwoDatesProps {
  /** Oldest first. */
  visits: readonly Visit[];
  address: ProgressAddress;
  onChange: (next: Partial<ProgressAddress>) => void;
  mayAdd: boolean;
  project: number;
}

/** The same spot on two dates, with a link to the viewer that turns both together. */
export function TwoDates({ visits, address, onChange, mayAdd, project }: TwoDatesProps) {
  const t = useText();
  const pair = comparedVisits(visits, address);
  if (pair === null)
    return (
      <Section id="two-dates" title={t("progress.visits")}>
        <EmptyState
          icon={Camera}
          title={
            visits.length === 0 ? t("progress.no_visits_title") : t("progress.visits_count", { count: 1 })
          }
          text={t(
            visits.length === 1
              ? "progress.one_visit"
              : mayAdd
                ? "progress.no_visits_text"
                : "progress.no_visits_read_text",
          )}
          className="rounded-lg bg-surface ring-1 ring-line"
          action={
            mayAdd && (
              <Button
                variant="primary"
                icon={CalendarPlus}
                onPress={() => startCreation({ kind: "visit", id_project: project })}
              >
                {t("progress.new_visit")}
              </Button>
            )
          }
        />
      </Section>
    );
  const [before, after] = pair;
  return (
    <Section
      id="two-dates"
      title={t("progress.visits")}
      note={t("progress.visits_count", { count: visits.length })}
    >
      <VisitLine
        visits={visits}
        before={before}
        after={after}
        onChoose={(visit) => onChange(moved(pair, visit))}
      />
      <Sides
        visits={visits}
        before={before}
        after={after}
        room={address.room}
        project={project}
        onChange={onChange}
      />
    </Section>
  );
}

interface SidesProps extends Pick<TwoDatesProps, "visits" | "onChange"> {
  before: Visit;
  after: Visit;
  room: number | null;
  project: number;
}

function Sides({ visits, before, after, room, project, onChange }: SidesProps) {
  const t = useText();
  const [isPrinting, setIsPrinting] = useState(false);
  const parts = useLater(dialog, isPrinting);
  const rooms = useVisitRooms(after.id);
  const ready = (rooms.data?.rooms ?? []).filter(({ picture }) => picture.poster !== null);
  const chosen = ready.find(({ id }) => id === room) ?? ready[0];
  const moments = useMoments(chosen && after.code, chosen?.id);
  const earlier = moments.data?.find(({ code }) => code === before.code);
  const link = chosen && earlier && compareLink(before.code, earlier.id_room, after.code, chosen.id);
  const isKnown = rooms.isSuccess && (chosen === undefined || moments.isSuccess);
  return (
    <>
      <div className="grid gap-x-4 gap-y-6 md:grid-cols-2">
        <Side
          label={t("progress.before")}
          visit={before}
          visits={visits.filter((visit) => visit !== after)}
          src={earlier?.picture.poster ?? before.cover}
          onChange={(id) => onChange(inOrder(visits, id, after.id))}
        />
        <Side
          label={t("progress.after")}
          visit={after}
          visits={visits.filter((visit) => visit !== before)}
          src={chosen?.picture.poster ?? after.cover}
          onChange={(id) => onChange({ ...inOrder(visits, before.id, id), room: null })}
        />
      </div>
      <div className="mt-5 flex flex-wrap items-end justify-between gap-4 print:hidden">
        {ready.length > 1 ? (
          <Select
            label={t("progress.room")}
            options={ready.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(chosen?.id ?? "")}
            onChange={(id) => onChange({ room: Number(id) })}
            className="w-full sm:w-64"
          />
        ) : (
          link !== undefined && <span />
        )}
        <Button icon={FileText} onPress={() => setIsPrinting(true)}>
          {t("comparisons.open")}
        </Button>
        {parts && isPrinting && (
          <parts.ComparisonDialog
            project={project}
            first={before.id}
            second={after.id}
            onClose={() => setIsPrinting(false)}
          />
        )}
        {link !== undefined ? (
          <a href={link} className={buttonClass({ variant: "primary" })}>
            <Icon of={Columns2} size="sm" />
            {t("progress.compare")}
          </a>
        ) : (
          isKnown && (
            <output className="text-ink-muted">
              {t(chosen === undefined ? "progress.compare_making" : "progress.compare_none")}
            </output>
          )
        )}
      </div>
    </>
  );
}

/** In any order of selection, the earlier visit comes first. */
function inOrder(visits: readonly Visit[], one: number, other: number): Partial<ProgressAddress> {
  const place = (id: number) => visits.findIndex((visit) => visit.id === id);
  return place(one) <= place(other) ? { before: one, after: other } : { before: other, after: one };
}

interface SideProps {
  label: string;
  visit: Visit;
  visits: readonly Visit[];
  src: string | null;
  onChange: (id: number) => void;
}

function Side({ label, visit, visits, src, onChange }: SideProps) {
  const format = useFormat();
  return (
    <figure className="flex min-w-0 flex-col gap-3">
      <div className="relative aspect-2/1 overflow-hidden rounded-lg">
        <Picture
          src={src}
          icon={Camera}
          alt={visit.name + comma() + format.date(visit.visit_date)}
          className="size-full"
        />
        <figcaption className="absolute start-3 bottom-3 rounded-md bg-black/60 px-2.5 py-1 text-base font-strong text-white tabular-nums backdrop-blur-sm">
          <time dateTime={visit.visit_date}>{format.date(visit.visit_date)}</time>
        </figcaption>
      </div>
      <Select
        label={label}
        options={visits.toReversed().map(({ id, name, visit_date }) => ({
          value: String(id),
          label: `${format.date(visit_date)} · ${name}`,
        }))}
        value={String(visit.id)}
        onChange={(id) => onChange(Number(id))}
        className="print:hidden"
      />
    </figure>
  );
}
