import { CheckCircle2, CircleAlert, Images, Redo2, Undo2 } from "lucide-react";
import { useMemo, useState } from "react";
import type { Visit } from "#contract/visits.ts";
import type { PlacedWalkDetail, WalkTapPlace, WalkTrack } from "#contract/walks.ts";
import { linesOf } from "#walk/lines.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FloorPlan } from "#web/ui/floor-plan/floor-plan.tsx";
import { LineSample, PlanLine } from "#web/ui/floor-plan/plan-line.tsx";
import type { Point } from "#web/ui/floor-plan/plan-view.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Select } from "#web/ui/select.tsx";
import { MadeRooms } from "./made-rooms.tsx";
import { PicturePanel } from "./picture-panel.tsx";
import { nextPicture, solve, type WalkSheetPlan, withoutTap, withTap } from "./placing.ts";
import { RoomsDialog } from "./rooms-dialog.tsx";
import { type Placement, usePlacement } from "./use-placement.ts";
import { CurrentPin, TapPin } from "./walk-pins.tsx";
import { Warnings } from "./warnings.tsx";

interface PlaceWalkProps {
  walk: PlacedWalkDetail;
  path: WalkTrack;
  visit: Visit;
  sheets: readonly WalkSheetPlan[];
}

/** The pictures of a walk beside the floor plan: each mark on the plan places the whole walk anew. */
export function PlaceWalk({ walk, path, visit, sheets }: PlaceWalkProps) {
  const t = useText();
  const mayEdit = walk.can["edit"] === true && walk.status !== "making";
  const placement = usePlacement(walk);
  const { taps } = placement;
  /** A marker that is being dragged. */
  const [dragged, setDragged] = useState<WalkTapPlace | null>(null);
  const shown = dragged === null ? taps : withTap(taps, dragged);
  const placed = useMemo(() => solve(path, shown, sheets), [path, shown, sheets]);
  const [picture, setPicture] = useState(() => nextPicture(path, taps, placed) ?? 0);
  const [sheetId, setSheetId] = useState(() => taps[0]?.id_sheet ?? sheets[0]?.id ?? 0);
  const [isMaking, setIsMaking] = useState(false);
  const sheet = sheets.find(({ id }) => id === sheetId) ?? sheets[0];
  if (sheet === undefined) return null;
  const next = nextPicture(path, taps, placed);
  const isDraggingNew = dragged !== null && !taps.some((tap) => tap.picture === dragged.picture);

  function show(at: number): void {
    setPicture(at);
    const on = Number(placed.pictures[at]?.sheet ?? sheetId);
    if (taps.length > 1) setSheetId(on);
  }

  function mark(point: Point, at = picture): void {
    setDragged(null);
    const after = withTap(taps, { picture: at, id_sheet: sheet?.id ?? 0, x: point.x, y: point.y });
    placement.set(after);
    const following = nextPicture(path, after, solve(path, after, sheets));
    // A position that was moved stays in view; a new one leads on.
    if (following !== undefined && !taps.some((tap) => tap.picture === at)) setPicture(following);
  }

  return (
    <div className="flex flex-col gap-6">
      {placement.state === "outdated" && <Banner tone="warn">{t("walks.outdated")}</Banner>}
      <Warnings {...{ path, taps, placed, sheets }} onShow={show} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <PicturePanel
          walk={walk}
          path={path}
          placed={placed}
          picture={picture}
          onPicture={show}
          isMarked={taps.some((tap) => tap.picture === picture)}
          onUnmark={mayEdit ? () => placement.set(withoutTap(taps, picture)) : undefined}
          next={next}
        />
        <Card
          title={t("walks.plan")}
          actions={mayEdit && <History placement={placement} />}
          className="lg:sticky lg:top-4"
        >
          <div className="flex flex-col gap-3">
            {sheets.length > 1 && (
              <Select
                label={t("walks.sheet")}
                options={sheets.map(({ id, name, floor }) => ({
                  value: String(id),
                  label: [floor, name].filter(Boolean).join(" · "),
                }))}
                value={String(sheet.id)}
                onChange={(id) => setSheetId(Number(id))}
              />
            )}
            {mayEdit && <Step path={path} taps={taps} picture={picture} next={next} />}
            <Plan
              {...{ path, sheet, taps: shown, placed, picture }}
              onSelect={setPicture}
              onMark={mayEdit ? mark : undefined}
              draggedPicture={isDraggingNew ? dragged?.picture : undefined}
              onDrag={(at, to) => setDragged(to && { picture: at, id_sheet: sheet.id, ...to })}
            />
            <Legend />
            {mayEdit && (
              <Button
                variant="primary"
                icon={Images}
                isDisabled={taps.length < 2 || (walk.kind === "video" && !walk.has_video)}
                onPress={() => setIsMaking(true)}
              >
                {t(walk.kind === "photos" ? "walks.photos.place" : "walks.rooms.make")}
              </Button>
            )}
            {mayEdit && walk.kind === "video" && !walk.has_video && (
              <p className="text-sm text-ink-muted">{t("errors.code.WALK_NO_FILM")}</p>
            )}
          </div>
        </Card>
      </div>
      <MadeRooms walk={walk} visit={visit} />
      {isMaking && (
        <RoomsDialog {...{ walk, path, visit, sheets, placed }} onClose={() => setIsMaking(false)} />
      )}
    </div>
  );
}

function Legend() {
  const t = useText();
  return (
    <ul aria-label={t("walks.legend")} className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-muted">
      {[false, true].map((isUncertain) => (
        <li key={String(isUncertain)} className="flex items-center gap-2">
          <LineSample isDashed={isUncertain} />
          {t(isUncertain ? "walks.uncertain_line" : "walks.certain_line")}
        </li>
      ))}
    </ul>
  );
}

interface PlanProps {
  path: WalkTrack;
  sheet: WalkSheetPlan;
  taps: readonly WalkTapPlace[];
  placed: ReturnType<typeof solve>;
  picture: number;
  /** The picture without a mark whose marker is being dragged. */
  draggedPicture: number | undefined;
  onSelect: (picture: number) => void;
  onMark: ((point: Point, picture?: number) => void) | undefined;
  /** Null when the drag was cancelled. */
  onDrag: (picture: number, to: Point | null) => void;
}

function Plan({ path, sheet, taps, placed, picture, draggedPicture, onSelect, onMark, onDrag }: PlanProps) {
  const t = useText();
  const lines = useMemo(
    () =>
      linesOf(placed)
        .filter(({ id_sheet }) => id_sheet === sheet.id)
        .map(({ points, isUncertain }) => ({ points, isDashed: isUncertain })),
    [placed, sheet.id],
  );
  const timeOf = (at: number) => path.pictures[at]?.at ?? 0;
  const current = placed.pictures[picture];
  // The marker under the pointer stays the same element until the drag ends.
  const pinned = taps.filter((tap) => tap.id_sheet === sheet.id && tap.picture !== draggedPicture);
  const isMarked = taps.some((tap) => tap.picture === picture && picture !== draggedPicture);
  const moves = (at: number) =>
    onMark === undefined
      ? { onMove: undefined, onDrag: undefined, onCancel: undefined }
      : {
          onMove: (to: Point) => onMark(to, at),
          onDrag: (to: Point) => onDrag(at, to),
          onCancel: () => onDrag(at, null),
        };
  return (
    <FloorPlan
      plan={sheet}
      label={t("walks.plan_of", { name: sheet.name })}
      onPick={onMark === undefined ? undefined : (point) => onMark(point)}
      isPicking={onMark !== undefined}
      className="max-h-[60dvh]"
    >
      <PlanLine lines={lines} />
      {pinned.map((tap) => (
        <TapPin
          key={tap.picture}
          point={tap}
          at={timeOf(tap.picture)}
          isFound={tap.is_found === true}
          isCurrent={tap.picture === picture}
          onSelect={() => onSelect(tap.picture)}
          {...moves(tap.picture)}
        />
      ))}
      {current !== undefined && Number(current.sheet) === sheet.id && taps.length > 1 && !isMarked && (
        <CurrentPin
          key={picture}
          point={current}
          heading={current.heading}
          at={timeOf(picture)}
          {...moves(picture)}
        />
      )}
    </FloorPlan>
  );
}

interface StepProps {
  path: WalkTrack;
  taps: readonly WalkTapPlace[];
  picture: number;
  next: number | undefined;
}

/** The meaning of a press on the floor plan now. */
function Step({ path, taps, picture, next }: StepProps) {
  const t = useText();
  const isMarked = taps.some((tap) => tap.picture === picture);
  const last = path.pictures.length - 1;
  if (next === undefined && !isMarked)
    return (
      <output className="flex items-center gap-2 text-sm text-ok-text">
        <Icon of={CheckCircle2} size="sm" />
        {t("walks.step.done")}
      </output>
    );
  const key = isMarked
    ? "walks.step.moved"
    : picture === 0
      ? "walks.step.start"
      : picture === last
        ? "walks.step.end"
        : "walks.step.between";
  return <output className="block text-sm font-strong">{t(key)}</output>;
}

function History({ placement: { undo, redo, state, retry } }: { placement: Placement }) {
  const t = useText();
  return (
    <div className="flex items-center gap-1">
      {state === "failed" || state === "outdated" ? (
        <Button size="sm" icon={CircleAlert} onPress={retry}>
          {t(state === "failed" ? "walks.save_again" : "walks.reload_keeping")}
        </Button>
      ) : (
        <output className="px-2 text-xs text-ink-muted">
          {t(state === "saving" ? "walks.saving" : "walks.saved")}
        </output>
      )}
      <IconButton
        icon={Undo2}
        points
        label={t("walks.undo")}
        isDisabled={undo === null}
        onPress={() => undo?.()}
      />
      <IconButton
        icon={Redo2}
        points
        label={t("walks.redo")}
        isDisabled={redo === null}
        onPress={() => redo?.()}
      />
    </div>
  );
}
