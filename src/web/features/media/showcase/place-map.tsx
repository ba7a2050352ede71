import { BaseMap } from "#web/ui/map/base-map.tsx";
import type { Place } from "#web/ui/map/map-part.ts";
import { Pin } from "#web/ui/map/pin.tsx";

/** The place with a pin in it. */
export function PlaceMap({ place, name, label }: { place: Place; name: string; label: string }) {
  return (
    <BaseMap label={label} center={place} zoom={15} className="size-full">
      <Pin place={place} name={name} tone="accent" />
    </BaseMap>
  );
}
