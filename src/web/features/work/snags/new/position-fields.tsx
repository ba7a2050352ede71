import { useQuery } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { call } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { FloorPlan } from "#web/ui/floor-plan/floor-plan.tsx";
import { PlanSpot } from "#web/ui/floor-plan/plan-spot.tsx";
import { type Point, within } from "#web/ui/floor-plan/plan-view.ts";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StatusMark } from "../marks.tsx";
import { hasImage } from "../plan/pin-position.ts";
import { useSheets } from "../snags.queries.ts";
import type { NewSnag, Problems } from "./new-snag.ts";

export interface FieldsProps {
  project: number;
  draft: NewSnag;
  set: (change: Partial<NewSnag>) => void;
  problems: Problems;
}

/** The position: a room of a visit, or a point on a floor plan. */
export function PositionFields(props: FieldsProps) {
  const t = useText();
  const { draft, set } = props;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 text-sm font-strong">{t("snags.dialog.where")}</legend>
      <SegmentedControl
        label={t("snags.dialog.where")}
        value={draft.where}
        onChange={(where) => set({ where })}
        segments={[
          { value: "room", label: t("snags.dialog.in_room") },
          { value: "plan", label: t("snags.dialog.on_plan") },
        ]}
      />
      {draft.where === "room" ? <InRoom {...props} /> : <OnPlan {...props} />}
    </fieldset>
  );
}

/** Without a connection, choices that were never loaded here do not come. */
function Loading({ isPaused, className }: { isPaused: boolean; className: string }) {
  const t = useText();
  if (isPaused) return <p className="text-sm text-ink-muted">{t("offline.bar.missing")}</p>;
  return <Skeleton className={cx("w-full", className)} />;
}

function InRoom({ project, draft, set, problems }: FieldsProps) {
  const t = useText();
  const format = useFormat();
  const visits = useQuery({
    queryKey: ["visits", "list", { project, of: "snags" }],
    queryFn: ({ signal }) =>
      call("GET /api/visits", { query: { id_project: project, per_page: 100, sort: "date" } }, { signal }),
  });
  const visit = useQuery({
    queryKey: ["visits", "one", String(draft.id_visit)],
    enabled: draft.id_visit !== null,
    queryFn: ({ signal }) =>
      call("GET /api/visits/{id}", { params: { id: draft.id_visit ?? 0 } }, { signal }),
  });
  if (visits.isPending) return <Loading isPaused={visits.fetchStatus === "paused"} className="h-16" />;
  if (visits.isError) return <p role="alert">{errorText(visits.error, t)}</p>;
  if (visits.data.items.length === 0)
    return <p className="text-sm text-ink-muted">{t("snags.dialog.no_visits")}</p>;
  const rooms = visit.data?.rooms ?? [];
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select
        label={t("snags.dialog.visit")}
        options={visits.data.items.map(({ id, name, visit_date }) => ({
          value: String(id),
          label: name,
          note: format.date(visit_date),
        }))}
        value={draft.id_visit === null ? null : String(draft.id_visit)}
        onChange={(id) => set({ id_visit: Number(id), id_room: null })}
        error={problems.id_visit}
        isRequired
      />
      <Select
        label={t("snags.dialog.room")}
        options={rooms.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={draft.id_room === null ? null : String(draft.id_room)}
        onChange={(id) => set({ id_room: Number(id) })}
        error={problems.id_room}
        isDisabled={rooms.length === 0}
        isRequired
      />
    </div>
  );
}

function OnPlan({ project, draft, set, problems }: FieldsProps) {
  const t = useText();
  const sheets = useSheets(project);
  if (sheets.isPending) return <Loading isPaused={sheets.fetchStatus === "paused"} className="h-60" />;
  if (sheets.isError) return <p role="alert">{errorText(sheets.error, t)}</p>;
  const all = sheets.data.filter(hasImage);
  const sheet = all.find(({ id }) => id === draft.place?.id_sheet) ?? all[0];
  if (sheet === undefined) return <p className="text-sm text-ink-muted">{t("snags.dialog.no_sheets")}</p>;
  const place = draft.place?.id_sheet === sheet.id ? draft.place : null;
  return (
    <div className="flex flex-col gap-3">
      {all.length > 1 && (
        <Select
          label={t("snags.dialog.sheet")}
          options={all.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(sheet.id)}
          onChange={(id) => set({ place: { id_sheet: Number(id), x: 0.5, y: 0.5 } })}
        />
      )}
      <FloorPlan
        key={sheet.id}
        plan={sheet}
        label={t("snags.plan.alt", { name: sheet.name })}
        onPick={({ x, y }) => set({ place: { id_sheet: sheet.id, x, y } })}
        isPicking
        className="max-h-[min(26rem,60dvh)]"
      >
        {place !== null && <NewPin place={place} onMove={(to) => set({ place: { ...place, ...to } })} />}
      </FloorPlan>
      {problems.place === undefined ? (
        <p className="text-xs text-ink-muted">{t("snags.dialog.place_hint")}</p>
      ) : (
        <p role="alert" className="flex items-center gap-3 text-xs text-bad-text">
          {problems.place}
        </p>
      )}
      {place === null && (
        <button
          type="button"
          onClick={() => set({ place: { id_sheet: sheet.id, x: 0.5, y: 0.5 } })}
          className="hit-area w-fit cursor-default rounded-sm text-sm text-accent-text hover:underline"
        >
          {t("snags.plan.pin_middle")}
        </button>
      )}
    </div>
  );
}

/** Step of an arrow key as a share of the floor plan, without and with Shift. */
const step = { fine: 0.004, coarse: 0.03 };
/** On the floor plan left is left in every language. */
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function NewPin({ place, onMove }: { place: Point; onMove: (to: Point) => void }) {
  const t = useText();
  function press(event: KeyboardEvent): void {
    const arrow = arrows[event.key];
    if (arrow === undefined) return;
    event.preventDefault();
    const by = event.shiftKey ? step.coarse : step.fine;
    onMove({ x: within(place.x + arrow[0] * by), y: within(place.y + arrow[1] * by) });
  }
  return (
    <PlanSpot point={place} onMove={onMove} isRaised>
      <button
        type="button"
        aria-label={t("snags.dialog.pin")}
        onKeyDown={press}
        className="absolute flex size-11 -translate-1/2 cursor-grab touch-none items-center justify-center rounded-full active:cursor-grabbing"
      >
        <span className="flex size-8 items-center justify-center rounded-full bg-white shadow-float ring-3 ring-accent">
          <StatusMark status="open" className="size-6" />
        </span>
      </button>
    </PlanSpot>
  );
}
