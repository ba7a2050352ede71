import { type ReactNode, useState } from "react";
import type { Sheet, SheetRoom, SheetVersion } from "#contract/sheets.ts";
import { useText } from "#web/lib/use-text.ts";
import { isRoomPosition } from "#web/shell/outbox/room-acts.ts";
import { WaitingNote } from "#web/shell/outbox/waiting-note.tsx";
import { PhotoPins } from "#web/shell/photos/photo-pins.tsx";
import { usePhotoNews, usePhotosOn } from "#web/shell/photos/photos.ts";
import { Button } from "#web/ui/button.tsx";
import { FloorPlan } from "#web/ui/floor-plan/floor-plan.tsx";
import { PlanOverlay } from "#web/ui/floor-plan/on-plan.tsx";
import type { Point } from "#web/ui/floor-plan/plan-view.ts";
import { ComparePanel } from "./compare-panel.tsx";
import { DrawnLine, type Ends, withEnd } from "./line-tool.tsx";
import { PlacingPanel } from "./placing-panel.tsx";
import { PlanMarks } from "./plan-marks.tsx";
import { PlanNote } from "./plan-note.tsx";
import { PlanPins } from "./plan-pins.tsx";
import { SheetWalkLegend, SheetWalkLines } from "./sheet-walk.tsx";
import { useSheetRooms, useSheetWalk, useVisitsOf } from "./sheets.queries.ts";
import { isPlaced } from "./spots.ts";
import { type Tool, ToolBar } from "./tool-bar.tsx";
import { ToolPanel } from "./tool-panel.tsx";
import { usePlacing } from "./use-placing.ts";
import { useDisplayedRooms } from "./waiting-rooms.ts";

export interface PlanDeskProps {
  sheet: Sheet & { readonly image: string };
  /** Another version, overlaid on the floor plan. */
  compared: SheetVersion | null;
  onCompare: (version: SheetVersion | null) => void;
  /** Beside the floor plan, below the rooms: facts and versions. */
  children?: ReactNode;
}

const none: readonly SheetRoom[] = [];

/** Edits a floor plan: places the rooms of a visit, sets its scale and its north, measures lengths. */
export function PlanDesk({ sheet, compared, onCompare, children }: PlanDeskProps) {
  const t = useText();
  const mayEdit = sheet.can["edit"] === true;
  const visits = useVisitsOf(sheet.id_project);
  const [visitId, setVisitId] = useState<number | null>(null);
  const all = visits.data?.items ?? [];
  const visit = all.find(({ id }) => id === visitId) ?? all[0] ?? null;
  const rooms = useSheetRooms(sheet.id, mayEdit ? (visit?.id ?? null) : null);
  const walk = useSheetWalk(sheet.id, mayEdit ? (visit?.id ?? null) : null).data;
  const photos = usePhotosOn(sheet.id_project, sheet.id).data;
  usePhotoNews(sheet.id_project);
  const placing = usePlacing(sheet, visit?.id ?? null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [tool, setTool] = useState<Tool | null>(null);
  const [ends, setEnds] = useState<Ends>([]);
  const [opacity, setOpacity] = useState(0.5);
  const list = useDisplayedRooms(mayEdit && visit === null ? none : (rooms.data ?? none), sheet.id);

  function take(next: Tool | null): void {
    setTool(next);
    setEnds([]);
  }

  function place(id_room: number, point: Point): void {
    const wasPlaced = list.some((room) => room.id_room === id_room && isPlaced(room));
    placing.put([{ id_room, ...point }]);
    // Selects the next room without a position.
    if (!wasPlaced)
      setChosen(list.find((room) => !isPlaced(room) && room.id_room !== id_room)?.id_room ?? null);
  }

  function pick(point: Point): void {
    if (tool !== null) setEnds(withEnd(ends, point));
    else if (mayEdit && chosen !== null) place(chosen, point);
  }

  // A press on a pin would be no press on the floor plan.
  const isPlacing = tool !== null || (mayEdit && chosen !== null);
  const isAlone = tool !== null || compared !== null || placing.proposals !== null;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <FloorPlan
        plan={sheet}
        label={t("sheets.plan_of", { name: sheet.name })}
        hasFreeWheel
        onPick={pick}
        isPicking={tool !== null || (mayEdit && chosen !== null && !isAlone)}
        {...(mayEdit && { onDropText: (id: string, point: Point) => place(Number(id), point) })}
        className="h-[52dvh] min-h-80 lg:h-[calc(100dvh-16rem)]"
        over={
          <>
            <PlanMarks sheet={sheet} />
            <ToolBar
              tools={mayEdit ? ["measure", "scale", "north"] : ["measure"]}
              tool={tool}
              onTool={take}
              onArrange={mayEdit && visit !== null ? placing.propose : undefined}
              isArranging={placing.isProposing}
            />
            {tool !== null && (
              <ToolPanel
                key={tool + ends.length}
                sheet={sheet}
                tool={tool}
                ends={ends}
                onClose={() => take(null)}
              />
            )}
            {tool === null && placing.proposals !== null && (
              <PlanNote text={t("sheets.proposals", { count: placing.proposals.length })}>
                <Button size="sm" variant="primary" onPress={placing.accept}>
                  {t("sheets.accept")}
                </Button>
                <Button size="sm" variant="quiet" onPress={placing.discard}>
                  {t("sheets.discard")}
                </Button>
              </PlanNote>
            )}
            {tool === null && compared !== null && (
              <ComparePanel
                sheet={sheet}
                version={compared}
                opacity={opacity}
                onOpacity={setOpacity}
                onClose={() => onCompare(null)}
              />
            )}
          </>
        }
      >
        {compared !== null && <PlanOverlay image={compared.image} opacity={opacity} />}
        <SheetWalkLines walk={walk} />
        {photos && !isPlacing && <PhotoPins photos={photos.photos} north={sheet.north} />}
        <PlanPins {...{ list, mayEdit, chosen, placing }} onChoose={setChosen} />
        {tool !== null && <DrawnLine ends={ends} onEnds={setEnds} isArrow={tool === "north"} />}
      </FloorPlan>
      <div className="flex min-w-0 flex-col gap-8">
        <WaitingNote
          isHere={({ kind, payload }) =>
            kind === "room_position" && isRoomPosition(payload) && payload.id_sheet === sheet.id
          }
        />
        {walk && (
          <div className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-ink-muted">
            <SheetWalkLegend walk={walk} />
          </div>
        )}
        {mayEdit && (
          <PlacingPanel
            {...{ visits, visit, rooms, list, chosen, placing }}
            onVisit={setVisitId}
            onChoose={setChosen}
          />
        )}
        {children}
      </div>
    </div>
  );
}
