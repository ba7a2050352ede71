import { BaseMap } from "#web/ui/map/base-map.tsx";
import type { Location } from "#web/ui/map/map-part.ts";
import { Pin } from "#web/ui/map/pin.tsx";

/** A map with a pin at the location. */
export function LocationMap({ place, name, label }: { place: Location; name: string; label: string }) {
  return (
    <BaseMap label={label} center={place} zoom={15} className="size-full">
      <Pin place={place} name={name} tone="accent" />
    </BaseMap>
  );
}
