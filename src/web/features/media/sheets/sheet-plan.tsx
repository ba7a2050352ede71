import { Map as MapIcon } from "lucide-react";
import { useState } from "react";
import type { Sheet } from "#contract/sheets.ts";
import { type Freshness, freshnessDays } from "#web/lib/freshness.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { PhotoPins, PinMark } from "#web/shell/photos/photo-pins.tsx";
import { usePhotoNews, usePhotosOn } from "#web/shell/photos/photos.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FloorPlan } from "#web/ui/floor-plan/floor-plan.tsx";
import { PlanSpot } from "#web/ui/floor-plan/plan-spot.tsx";
import { FreshnessMark } from "#web/ui/freshness-mark.tsx";
import { Link } from "#web/ui/link.tsx";
import { SheetWalkLegend, SheetWalkLines } from "./sheet-walk.tsx";
import { useSheetRooms, useSheetWalk } from "./sheets.queries.ts";
import { SpotPin } from "./spot-pin.tsx";
import { spotsOf } from "./spots.ts";

/** A view-only floor plan: a pin at each photo position, the newest walk, and the legend of both. */
export function SheetPlan({ sheet }: { sheet: Sheet }) {
  const t = useText();
  const rooms = useSheetRooms(sheet.id);
  const walk = useSheetWalk(sheet.id);
  const photos = usePhotosOn(sheet.id_project, sheet.id, sheet.image !== null).data;
  usePhotoNews(sheet.id_project);
  const [now] = useState(() => new Date());
  const spots = spotsOf(rooms.data ?? []);
  if (sheet.image === null)
    return (
      <EmptyState
        icon={MapIcon}
        title={t("sheets.no_image_title")}
        text={t(sheet.can["edit"] === true ? "sheets.no_image_text" : "sheets.no_image_guest_text")}
        action={
          sheet.can["edit"] === true && (
            <Link href={`/editsheet/${sheet.id}`} look={{ variant: "primary" }}>
              {t("sheets.add_image")}
            </Link>
          )
        }
      />
    );
  return (
    <>
      <FloorPlan
        plan={{ ...sheet, image: sheet.image }}
        label={t("sheets.plan_of", { name: sheet.name })}
        className="max-h-[78dvh]"
      >
        <SheetWalkLines walk={walk.data} />
        {spots.map((spot) => (
          <PlanSpot key={spot.rooms[0]?.id_room} point={spot}>
            <SpotPin spot={spot} now={now} />
          </PlanSpot>
        ))}
        {photos && <PhotoPins photos={photos.photos} north={sheet.north} />}
      </FloorPlan>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-ink-muted">
        {rooms.isError ? (
          <LoadFailure screen="sheets" error={rooms.error} onRetry={() => void rooms.refetch()} />
        ) : rooms.data?.length === 0 ? (
          <PlaceFirst sheet={sheet} />
        ) : (
          <Legend />
        )}
        <SheetWalkLegend walk={walk.data} />
        {photos && <PhotoLegend {...photos} />}
      </div>
    </>
  );
}

/** The pin of photos, and how many of them are shown where not all are. */
function PhotoLegend({ photos, total }: { photos: readonly unknown[]; total: number }) {
  const t = useText();
  if (total === 0) return null;
  return (
    <span className="flex items-center gap-2">
      <PinMark angle={null} />
      {total > photos.length
        ? t("photos.on_plan_more", { shown: photos.length, total })
        : t("photos.count", { count: total })}
    </span>
  );
}

function PlaceFirst({ sheet }: { sheet: Sheet }) {
  const t = useText();
  return (
    <>
      <span>{t("sheets.no_rooms")}</span>
      {sheet.can["edit"] === true && <Link href={`/editsheet/${sheet.id}`}>{t("sheets.place_rooms")}</Link>}
    </>
  );
}

export function Legend() {
  const t = useText();
  const { fresh, ageing } = freshnessDays;
  const entries: [Freshness, string][] = [
    ["fresh", t("sheets.legend.fresh", { count: fresh })],
    ["ageing", t("sheets.legend.ageing", { count: ageing })],
    ["stale", t("sheets.legend.stale")],
  ];
  return entries.map(([freshness, label]) => (
    <span key={freshness} className="flex items-center gap-2">
      <FreshnessMark freshness={freshness} />
      {label}
    </span>
  ));
}
