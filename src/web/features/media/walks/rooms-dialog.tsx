import { useMemo, useState } from "react";
import type { Visit } from "#contract/visits.ts";
import { walkLimits } from "#contract/walks.limits.ts";
import type { NewWalkRoom, PlacedWalkDetail, WalkTrack } from "#contract/walks.ts";
import type { PlacedPicture } from "#walk/types.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { chooseWalkRooms, type WalkSpot } from "./choose-rooms.ts";
import { aspectOf, type solve, type WalkSheetPlan } from "./placing.ts";
import { useKnownRooms, useWalkChanges } from "./walks.queries.ts";

interface RoomsDialogProps {
  walk: PlacedWalkDetail;
  path: WalkTrack;
  visit: Visit;
  sheets: readonly WalkSheetPlan[];
  placed: ReturnType<typeof solve>;
  onClose: () => void;
}

/** Names that this dialog gives itself: they say nothing about a position. */
const counted = /^\D* \d{3}$/;

/** How many rooms are made of the walk, and which. */
export function RoomsDialog({ walk, path, visit, sheets, placed, onClose }: RoomsDialogProps) {
  const t = useText();
  const { makeRooms } = useWalkChanges(visit.id);
  const [spacing, setSpacing] = useState<number>(walkLimits.spacing.usual);
  const [withUncertain, setWithUncertain] = useState(false);
  const [keepsVideo, setKeepsVideo] = useState(true);
  const used = [...new Set(placed.pictures.map(({ sheet }) => Number(sheet)))];
  const known = useKnownRooms(used);
  const label = t("walks.rooms.name");

  const isOfPhotos = walk.kind === "photos";
  const rooms = useMemo(() => {
    if (isOfPhotos) return photosOf(walk, path, placed, withUncertain);
    const spots = (known.data ?? []).flatMap(({ id_sheet, x, y, name, id_visit }): WalkSpot[] =>
      x === null || y === null || id_visit === visit.id ? [] : [{ id_sheet, x, y, name }],
    );
    return roomsOf({ path, placed, sheets, spots, made: walk.made }, { spacing, withUncertain }, label);
  }, [known.data, path, placed, sheets, spacing, withUncertain, label, visit.id, walk, isOfPhotos]);

  const all = visit.rooms.length + (isOfPhotos ? 0 : rooms.length);
  const isTooMany = all > walkLimits.rooms;
  const hasUncertain = placed.uncertain.length > 0;
  return (
    <FormDialog
      title={t(isOfPhotos ? "walks.photos.place" : "walks.rooms.make")}
      confirmLabel={t(isOfPhotos ? "walks.photos.place" : "walks.rooms.confirm", { count: rooms.length })}
      onClose={onClose}
      isChanged={false}
      isPending={makeRooms.isPending}
      isDisabled={rooms.length === 0 || isTooMany || known.isPending}
      refusal={
        makeRooms.error === null
          ? isTooMany
            ? t("errors.code.WALK_ROOMS", { n: walkLimits.rooms })
            : null
          : errorText(makeRooms.error, t)
      }
      onSubmit={() =>
        makeRooms.mutate(
          { walk: walk.id, rooms, keep_video: keepsVideo },
          {
            onSuccess: () => {
              showToast({ tone: "ok", title: t(isOfPhotos ? "walks.photos.placed" : "walks.rooms.begun") });
              onClose();
            },
          },
        )
      }
    >
      <p className="text-ink-muted">{t(isOfPhotos ? "walks.photos.place_text" : "walks.rooms.text")}</p>
      {!isOfPhotos && (
        <NumberField
          label={t("walks.rooms.spacing")}
          hint={t("walks.rooms.spacing_hint")}
          value={spacing}
          minValue={walkLimits.spacing.least}
          maxValue={walkLimits.spacing.most}
          step={0.5}
          onChange={(value) => setSpacing(Number.isFinite(value) ? value : walkLimits.spacing.usual)}
        />
      )}
      {hasUncertain && (
        <Checkbox isSelected={withUncertain} onChange={setWithUncertain}>
          {t("walks.rooms.with_uncertain")}
        </Checkbox>
      )}
      {!isOfPhotos && (
        <Switch isSelected={keepsVideo} onChange={setKeepsVideo}>
          {t("walks.rooms.keep_video")}
        </Switch>
      )}
      <output className="block font-strong">
        {t(isOfPhotos ? "walks.photos.count" : "walks.rooms.count", { count: rooms.length })}
      </output>
    </FormDialog>
  );
}

/** Position and direction of a picture on its floor plan, within the bounds of the server. */
const placeOf = ({ sheet, x, y, heading }: PlacedPicture) => ({
  id_sheet: Number(sheet),
  x: Math.min(1, Math.max(0, x)),
  y: Math.min(1, Math.max(0, y)),
  heading: ((((heading + 180) % 360) + 360) % 360) - 180,
});

/** All photos of a walk of photos, with their names. */
const photosOf = (
  { photos }: PlacedWalkDetail,
  path: WalkTrack,
  placed: ReturnType<typeof solve>,
  withUncertain: boolean,
): NewWalkRoom[] =>
  placed.pictures.flatMap((position, picture) => {
    const photo = photos[Math.round(path.pictures[picture]?.at ?? 0)];
    if (photo === undefined || photo.url === null || (position.isUncertain && !withUncertain)) return [];
    return [{ picture, name: photo.name, ...placeOf(position) }];
  });

interface Source {
  readonly path: WalkTrack;
  readonly placed: ReturnType<typeof solve>;
  readonly sheets: readonly WalkSheetPlan[];
  readonly spots: readonly WalkSpot[];
  readonly made: PlacedWalkDetail["made"];
}

/** Rooms to be made, apart from pictures that became rooms before. */
function roomsOf(
  { path, placed, sheets, spots, made }: Source,
  wish: { readonly spacing: number; readonly withUncertain: boolean },
  label: string,
): NewWalkRoom[] {
  const moments = placed.pictures.map(({ sheet, x, y, isUncertain }, at) => ({
    at: path.pictures[at]?.at ?? 0,
    sharpness: path.pictures[at]?.sharpness ?? 0,
    id_sheet: Number(sheet),
    x,
    y,
    isUncertain,
  }));
  const plans = sheets.map((sheet) => ({ ...sheet, aspect: aspectOf(sheet) }));
  const isMade = new Set(made.map(({ picture }) => picture));
  let number = made.length;
  return chooseWalkRooms(moments, plans, spots, wish).flatMap(({ picture, name }) => {
    const position = placed.pictures[picture];
    if (position === undefined || isMade.has(picture)) return [];
    number += 1;
    const isOwn = name === null || counted.test(name);
    return [
      {
        picture,
        name: isOwn ? `${label} ${String(number).padStart(3, "0")}` : name,
        ...placeOf(position),
      },
    ];
  });
}
