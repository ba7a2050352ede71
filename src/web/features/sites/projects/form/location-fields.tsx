import { useEffect, useState } from "react";
import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { ChangedMark } from "#web/ui/changed-mark.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { type FieldGroupProps, isMarked } from "./field-group.ts";
import type { Figure } from "./figure.ts";
import { FigureField } from "./figure-field.tsx";

/** A map is heavy; the fields beside it are not, and work without one. */
const picker = later(() => import("../location-picker/location-picker.tsx"));

export interface LocationFieldsProps extends FieldGroupProps {
  /** Whether they are in a dialog, whose opening animation resizes the map. */
  isInDialog?: boolean;
}

/** The site's location: picked on the map, or typed where neither map nor geocoder is reachable. */
export function LocationFields(props: LocationFieldsProps) {
  const t = useText();
  const { draft, isDisabled = false } = props;
  const { values, errors, set } = draft;
  return (
    <div className="flex flex-col gap-5">
      <ChangedMark isChanged={isMarked(props, "location")}>
        <Address {...props} />
      </ChangedMark>
      <div className="grid grid-cols-2 gap-x-6 gap-y-5">
        {(["latitude", "longitude"] as const).map((field) => (
          <ChangedMark key={field} isChanged={isMarked(props, field)}>
            <FigureField
              label={t(`projects.${field}`)}
              value={values[field] ?? ""}
              onChange={(value) => set(field, value === "" ? null : value)}
              error={errors[field]}
              isDisabled={isDisabled}
              {...(field === "latitude" && { hint: t("projects.coordinates_hint") })}
            />
          </ChangedMark>
        ))}
      </div>
    </div>
  );
}

/** Text or an incomplete pair of coordinates is no location. */
const degreesOf = (value: Figure | null) => (typeof value === "number" ? value : null);

function Address({ draft, isDisabled = false, isInDialog = false }: LocationFieldsProps) {
  const t = useText();
  const { LocationPicker } = useLater(picker, true) ?? {};
  const isWithoutMap = useMissing();
  const { values, errors, set } = draft;
  const latitude = degreesOf(values.latitude);
  const longitude = degreesOf(values.longitude);

  function pick(lat: number, lon: number, address: string): void {
    set("location", address);
    const isCleared = lat === 0 && lon === 0;
    // Only the address was typed: the other fields stay as they are.
    if (address !== "" && lat === (latitude ?? 0) && lon === (longitude ?? 0)) return;
    set("latitude", isCleared ? null : lat);
    set("longitude", isCleared ? null : lon);
  }

  if (LocationPicker && !isWithoutMap)
    return (
      <LocationPicker
        latitude={latitude}
        longitude={longitude}
        address={values.location}
        onChange={pick}
        isDisabled={isDisabled}
        isModalOpen={isInDialog}
        addressLabel={t("projects.location")}
        addressError={errors.location}
      />
    );
  // Replacing a field with the map during input would lose the user's position in it.
  if (!isWithoutMap)
    return (
      <div className="flex flex-col gap-3">
        <Skeleton className="h-75 w-full" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-15 w-full" />
      </div>
    );
  return (
    <TextField
      label={t("projects.location")}
      hint={t("projects.location_hint")}
      value={values.location}
      onChange={(value) => set("location", value)}
      error={errors.location}
      maxLength={limits.description}
      isDisabled={isDisabled}
    />
  );
}

/** Whether the map could not be loaded when the form opened; then the form stays without it. */
function useMissing(): boolean {
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    picker.load().catch(() => setIsMissing(true));
  }, []);
  return isMissing;
}
