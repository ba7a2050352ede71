import { ExternalLink, MapPin } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Link } from "#web/ui/link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The map is the heaviest part of the page, and nothing waits for it. */
const map = later(() => import("./location-map.tsx"));

/** Decimal digits that distinguish neighbouring gates. */
const DIGITS = 5;

/** The site's location: on the map, as an address, and as coordinates to copy. */
export function LocationPanel({ project }: { project: Project }) {
  const t = useText();
  const { latitude, longitude, location, can, id } = project;
  if (latitude === null || longitude === null)
    return (
      <Card title={t("projects.cockpit.place.title")}>
        <p className="text-ink-muted">
          {location === "" ? t("projects.cockpit.place.none") : <bdi>{location}</bdi>}
        </p>
        {can["edit"] === true && (
          <p className="mt-2">
            <Link href={`/editproject/${id}`}>{t("projects.cockpit.place.add")}</Link>
          </p>
        )}
      </Card>
    );
  const figures = `${latitude.toFixed(DIGITS)}, ${longitude.toFixed(DIGITS)}`;
  return (
    <Card title={t("projects.cockpit.place.title")} isPadded={false}>
      <PlaceMap project={project} place={{ latitude, longitude }} />
      <div className="flex flex-col gap-2 p-4">
        {location !== "" && (
          <p className="flex items-start gap-2">
            <Icon of={MapPin} size="sm" className="mt-0.5 text-ink-muted rtl:mt-1" />
            <bdi>{location}</bdi>
          </p>
        )}
        <p className="flex items-center justify-between gap-2">
          <span className="sr-only">{t("projects.cockpit.place.coordinates")}</span>
          <bdi dir="ltr" className="text-ink-muted tabular-nums select-all">
            {figures}
          </bdi>
          <CopyButton text={figures} size="sm" variant="quiet" className="print:hidden" />
        </p>
        <a
          href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`}
          target="_blank"
          rel="noreferrer"
          className="hit-area inline-flex items-center gap-1.5 self-start rounded-sm text-accent-text underline decoration-transparent underline-offset-3 hover:decoration-current print:hidden"
        >
          {t("projects.cockpit.place.open_map")}
          <Icon of={ExternalLink} size="sm" points />
          <span className="sr-only">({t("projects.cockpit.place.new_tab")})</span>
        </a>
      </div>
    </Card>
  );
}

interface PlaceMapProps {
  project: Project;
  place: { latitude: number; longitude: number };
}

function PlaceMap(props: PlaceMapProps) {
  const Map = useLater(map, true)?.LocationMap;
  return (
    <div className="aspect-16/10 print:hidden">
      {Map ? <Map {...props} /> : <Skeleton className="size-full rounded-none" />}
    </div>
  );
}
