import type { Project } from "#contract/projects.ts";
import { useText } from "#web/lib/use-text.ts";
import { BaseMap } from "#web/ui/map/base-map.tsx";
import { Pin } from "#web/ui/map/pin.tsx";

interface LocationMapProps {
  project: Project;
  place: { latitude: number; longitude: number };
}

/** Close enough to show the streets that lead there. */
const ZOOM = 14;

export function LocationMap({ project, place }: LocationMapProps) {
  const t = useText();
  return (
    <BaseMap
      // A changed location recenters the map.
      key={`${place.latitude},${place.longitude}`}
      label={t("projects.cockpit.place.map_of", { name: project.name })}
      center={place}
      zoom={ZOOM}
      className="size-full rounded-none"
    >
      <Pin place={place} name={project.name} tone="accent" />
    </BaseMap>
  );
}
