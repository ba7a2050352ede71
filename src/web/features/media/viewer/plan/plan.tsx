import { Maximize2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ViewerSheet } from "#contract/viewer.ts";
import { useMediaQuery } from "#web/lib/media-query.ts";
import { type Store, useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { useLater } from "#web/ui/later.ts";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";
import { bearingOf, compassPointOf } from "../bearing.ts";
import { roomName, useFrame } from "../frame.ts";
import { fetchTexts } from "../more-texts.ts";
import { walkParts } from "../walk/walk-parts.ts";
import { FloorSelect } from "./floor-select.tsx";
import { PlanSheet } from "./plan-sheet.tsx";

export interface PlanProps {
  isOpen: Store<boolean>;
  open: (wanted: boolean) => void;
}

/** The floor plan in the corner, while it is open; on small screens the large one at once. */
export function Plan({ isOpen, open }: PlanProps) {
  const isWanted = useStore(isOpen);
  const isSmall = useMediaQuery("(width < 48rem), (height < 36rem)");
  const [isLarge, setIsLarge] = useState(false);
  const choice = useChoice();
  const hasTexts = useTexts();
  if (!isWanted || choice === null) return null;
  const shrink = () => {
    setIsLarge(false);
    if (isSmall) open(false);
  };
  return (
    <>
      {!isSmall && <Minimap choice={choice} onEnlarge={() => setIsLarge(true)} onClose={() => open(false)} />}
      {(isSmall || isLarge) && hasTexts && <LargePlan choice={choice} onClose={shrink} />}
    </>
  );
}

/** Whether the words of a plan's buttons are there: they come with the small plan, which has none. */
function useTexts(): boolean {
  const { speaker } = useFrame();
  const [areThere, setAreThere] = useState(false);
  useEffect(() => {
    // A plan without its texts can still be viewed.
    void fetchTexts(speaker, "map")
      .catch(() => undefined)
      .then(() => setAreThere(true));
  }, [speaker]);
  return areThere;
}

interface Choice {
  readonly sheets: readonly ViewerSheet[];
  readonly sheet: ViewerSheet;
  readonly choose: (id: number) => void;
}

/** The floor shown: the selected one, until the viewer moves to another. Null without floor plans. */
function useChoice(): Choice | null {
  const { tour } = useFrame();
  const room = useStore(tour.room);
  const sheets = useSettled(useStore(tour.visit));
  const own = sheets.find(({ rooms }) => rooms.some(({ id_room }) => id_room === room?.id));
  const [chosen, setChosen] = useState({ id: own?.id_sheet, from: room?.id });
  const [id, from] = [own?.id_sheet ?? chosen.id, room?.id];
  // Moving to another floor shows that floor.
  if (chosen.from !== from) setChosen({ id, from });
  const shown = chosen.from === from ? chosen.id : id;
  const choose = (id: number) => setChosen({ id, from });
  const sheet = sheets.find(({ id_sheet }) => id_sheet === shown) ?? own ?? sheets[0];
  return sheet === undefined ? null : { sheets, sheet, choose };
}

/** Keeps the floor plans' identity while only the signed addresses of their pictures change. */
function useSettled({
  code,
  sheets,
}: {
  code: string;
  sheets: readonly ViewerSheet[];
}): readonly ViewerSheet[] {
  const looks = JSON.stringify([
    code,
    sheets.map(({ id_sheet, name, north, rooms }) => [id_sheet, name, north, rooms]),
  ]);
  const [kept, keep] = useState({ looks, sheets });
  if (kept.looks === looks) return kept.sheets;
  keep({ looks, sheets });
  return sheets;
}

interface MinimapProps {
  choice: Choice;
  onEnlarge: () => void;
  onClose: () => void;
}

function Minimap({ choice: { sheets, sheet, choose }, onEnlarge, onClose }: MinimapProps) {
  const t = useText();
  const { root } = useFrame();
  const look = {
    variant: "onGlass",
    tooltipPlacement: "top",
    className: "h-8 min-w-8 touch:h-11 touch:min-w-11",
  } as const;
  // On touch screens the small floor plan is one target, which opens the large one.
  const touched = () => void (matchMedia("(pointer: coarse)").matches && onEnlarge());
  return (
    <section
      aria-label={t("viewer.plan.label")}
      className="minimap plate fades in-data-comparing:hidden absolute start-(--edge) edge-bottom z-2 flex w-57 flex-col p-[3px] anim-fade-in max-[72rem]:above-62 max-[72rem]:in-data-dates:above-118"
    >
      <div className="flex items-center">
        {sheets.length > 1 ? (
          <FloorSelect sheets={sheets} value={sheet.id_sheet} onChange={choose} />
        ) : (
          <span dir="auto" className="own-direction min-w-0 flex-1 truncate px-2.25 text-xs font-strong">
            {sheet.floor || sheet.name}
          </span>
        )}
        <PlainIconButton
          {...look}
          size="sm"
          icon={Maximize2}
          label={t("viewer.plan.expand")}
          onPress={onEnlarge}
        />
        <PlainIconButton
          {...look}
          size="sm"
          icon={X}
          label={t("viewer.plan.hide")}
          onPress={() => {
            onClose();
            root.querySelector<HTMLElement>("[data-tool=plan] button")?.focus();
          }}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the keyboard has the button above */}
      <div onClick={touched} className="grid place-items-center overflow-hidden rounded-[7px] bg-white">
        <PlanSheet sheet={sheet} />
      </div>
    </section>
  );
}

function LargePlan({ choice: { sheets, sheet, choose }, onClose }: { choice: Choice; onClose: () => void }) {
  const t = useText();
  const stage = useRef<HTMLDivElement>(null);
  const words = useWhereabouts();
  const Legend = useLater(walkParts, useStore(useFrame().tour.visit).has_walk)?.WalkLegend;
  useEffect(() => stage.current?.querySelector<HTMLElement>("[aria-current]")?.focus(), []);
  return (
    <PlainDialog
      title={t("viewer.plan.label")}
      onClose={onClose}
      width="content"
      className="low:grid low:grid-cols-[minmax(10rem,1fr)_auto] low:grid-rows-[auto_auto_1fr] low:gap-x-4 low:p-2 low:ps-4"
    >
      {sheets.length > 1 && <FloorSelect isLarge sheets={sheets} value={sheet.id_sheet} onChange={choose} />}
      {/* In landscape the text is beside the drawing, which has the full height. */}
      <div
        ref={stage}
        className="w-[min(100vw-5rem,64rem)] max-w-full max-sm:w-full low:col-start-2 low:row-span-full low:row-start-1 low:w-[62vw]"
      >
        <PlanSheet isLarge sheet={sheet} onWent={onClose} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 low:col-start-1">
        <p className="text-ink-muted">{words}</p>
        {Legend && <Legend sheet={sheet} />}
      </div>
    </PlainDialog>
  );
}

/** The current room and direction, as text. */
function useWhereabouts(): string {
  const t = useText();
  const frame = useFrame();
  const { tour } = frame;
  const room = useStore(tour.room);
  if (room === undefined) return "";
  const name = roomName(frame, room);
  if (room.has_north === false) return t("viewer.plan.here", { room: name });
  const bearing = bearingOf(tour.panorama?.view.yaw ?? 0, room.north);
  const direction = t(`viewer.compass.directions.${compassPointOf(bearing)}`);
  return t("viewer.plan.facing", { room: name, direction });
}
