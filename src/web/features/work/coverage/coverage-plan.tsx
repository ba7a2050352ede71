import { CalendarClock, Check, Map as MapIcon, Pencil, X } from "lucide-react";
import { useState } from "react";
import { dayNumber, dayText } from "#contract/coverage.calendar.ts";
import type { Coverage, CoverageSpot } from "#contract/coverage.ts";
import type { Sheet } from "#contract/sheets.ts";
import { dayOf } from "#web/lib/day.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FloorPlan } from "#web/ui/floor-plan/floor-plan.tsx";
import type { Point } from "#web/ui/floor-plan/plan-view.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Select } from "#web/ui/select.tsx";
import { Slider } from "#web/ui/slider.tsx";
import { useCoverageChanges, useCoverageOn } from "./coverage.queries.ts";
import { SpotPin } from "./spot-pin.tsx";
import { SpotFacts, SpotMark } from "./spot-state.tsx";

export type PlacedSheet = Sheet & { readonly image: string };
export interface PlanPoint extends Point {
  readonly id_sheet: number;
}

interface CoveragePlanProps {
  project: number;
  coverage: Coverage;
  sheets: readonly PlacedSheet[];
  sheet: PlacedSheet | undefined;
  onSheet: (id: number) => void;
  selected: number | null;
  onSelect: (spot: number | null) => void;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
  /** A position was pressed while editing: a new spot. */
  onAdd: (at: PlanPoint) => void;
  onEdit: (spot: CoverageSpot) => void;
}

type PlacedSpot = CoverageSpot & { readonly x: number; readonly y: number };
const isOn =
  (sheet: number) =>
  (spot: CoverageSpot): spot is PlacedSpot =>
    spot.id_sheet === sheet && spot.x !== null && spot.y !== null;

/** The floor plan with its photo spots, coloured by state, today or on an earlier day. */
export function CoveragePlanCard(props: CoveragePlanProps) {
  const { project, coverage, sheets, sheet, onSheet, isEditing, onEditing } = props;
  const t = useText();
  const [day, setDay] = useState<string | null>(null);
  const earlier = useCoverageOn(project, day);
  const shown = day === null ? coverage : (earlier.data ?? coverage);
  if (sheet === undefined)
    return (
      <Card title={t("coverage.plan_view.title")} className="self-start">
        <EmptyState
          icon={MapIcon}
          title={t("coverage.plan_view.no_plans_title")}
          text={t("coverage.plan_view.no_plans_text")}
          action={
            <Link href={`/project/${project}#plans`} look={{ variant: "secondary" }}>
              {t("coverage.plan_view.to_plans")}
            </Link>
          }
        />
      </Card>
    );
  return (
    <Card
      title={t("coverage.plan_view.title")}
      className="self-start"
      actions={
        coverage.can["edit"] === true && (
          <Button
            variant="quiet"
            icon={isEditing ? Check : Pencil}
            onPress={() => {
              setDay(null);
              onEditing(!isEditing);
            }}
          >
            {t(isEditing ? "coverage.plan_view.edit_done" : "coverage.plan_view.edit")}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {sheets.length > 1 && (
          <Select
            label={t("coverage.plan_view.sheet")}
            options={sheets.map(({ id, name, floor }) => ({
              value: String(id),
              label: [floor, name].filter(Boolean).join(" · "),
            }))}
            value={String(sheet.id)}
            onChange={(id) => onSheet(Number(id))}
          />
        )}
        {day !== null && earlier.isError && (
          <LoadFailure error={earlier.error} onRetry={() => void earlier.refetch()} />
        )}
        {isEditing && <p className="text-sm text-ink-muted">{t("coverage.plan_view.edit_hint")}</p>}
        <Plan {...props} sheet={sheet} shown={shown} />
        <Legend />
        {!isEditing && <DaySlider coverage={coverage} day={day} onDay={setDay} />}
      </div>
    </Card>
  );
}

function Plan({
  project,
  sheet,
  shown,
  selected,
  onSelect,
  isEditing,
  onAdd,
  onEdit,
}: CoveragePlanProps & { sheet: PlacedSheet; shown: Coverage }) {
  const t = useText();
  const { change } = useCoverageChanges(project);
  const placed = shown.spots.filter(isOn(sheet.id));
  const current = placed.find(({ id }) => id === selected);
  const move = (spot: PlacedSpot, to: Point) =>
    change.mutate(
      { spot: spot.id, position: { id_sheet: sheet.id, ...to } },
      {
        onSuccess: () => showToast({ tone: "ok", title: t("coverage.spot.moved", { name: spot.name }) }),
        onError: (error) => showToast({ tone: "bad", title: errorText(error, t) }),
      },
    );
  return (
    <>
      <FloorPlan
        plan={sheet}
        label={t("coverage.plan_view.alt", { name: sheet.name })}
        onPick={isEditing ? (point) => onAdd({ id_sheet: sheet.id, ...point }) : undefined}
        isPicking={isEditing}
        className="max-h-[70dvh]"
      >
        {placed.map((spot) => (
          <SpotPin
            key={spot.id}
            spot={spot}
            isSelected={spot.id === selected}
            onSelect={() => onSelect(spot.id)}
            onMove={isEditing ? (to) => move(spot, to) : undefined}
          />
        ))}
      </FloorPlan>
      {current && (
        <div className="flex items-start gap-3 rounded-lg bg-sunken p-3">
          <div className="min-w-0 flex-1">
            <SpotFacts spot={current} today={shown.today} />
            <div className="mt-2 flex flex-wrap gap-2">
              {current.photo !== null && (
                <Link
                  href={`/viewer/${current.photo.visit_code}/${current.photo.id_room}`}
                  look={{ variant: "secondary" }}
                >
                  {t("coverage.open_photo")}
                </Link>
              )}
              {shown.can["edit"] === true && (
                <Button icon={Pencil} onPress={() => onEdit(current)}>
                  {t("coverage.spot.edit")}
                </Button>
              )}
            </div>
          </div>
          <IconButton icon={X} label={t("coverage.plan_view.close")} onPress={() => onSelect(null)} />
        </div>
      )}
    </>
  );
}

const legend = ["fresh", "due", "overdue", "off"] as const;

function Legend() {
  const t = useText();
  return (
    <ul
      aria-label={t("coverage.plan_view.legend")}
      className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-ink-muted"
    >
      {legend.map((state) => (
        <li key={state} className="flex items-center gap-2">
          <SpotMark state={state} />
          {t(`coverage.states.${state}`)}
        </li>
      ))}
    </ul>
  );
}

interface DaySliderProps {
  coverage: Coverage;
  day: string | null;
  onDay: (day: string | null) => void;
}

/** Looks back: the states of an earlier day, from the first photo of the project on. */
function DaySlider({ coverage: { first_photo, today }, day, onDay }: DaySliderProps) {
  const t = useText();
  const format = useFormat();
  const [dragged, setDragged] = useState<number | null>(null);
  const last = dayNumber(today);
  const first = first_photo === null ? last : dayNumber(first_photo);
  if (first >= last) return null;
  const value = dragged ?? (day === null ? last : dayNumber(day));
  const label = (number: number) =>
    number >= last
      ? t("coverage.plan_view.as_of", { date: format.date(dayOf(today)) })
      : t("coverage.plan_view.as_of", { date: format.date(dayOf(dayText(number))) });
  const choose = (number: number) => {
    setDragged(null);
    onDay(number >= last ? null : dayText(number));
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="flex min-w-44 items-center gap-2 text-sm tabular-nums">
        <CalendarClock aria-hidden className="size-4 text-ink-muted" />
        {label(value)}
      </p>
      <Slider
        label={t("coverage.plan_view.day")}
        minValue={first}
        maxValue={last}
        value={value}
        onChange={setDragged}
        onChangeEnd={choose}
        className="min-w-40 flex-1"
      />
      {day !== null && (
        <Button variant="quiet" onPress={() => choose(last)}>
          {t("coverage.plan_view.to_today")}
        </Button>
      )}
    </div>
  );
}
