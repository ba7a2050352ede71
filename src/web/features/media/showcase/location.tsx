import { MapPin } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { Showcase } from "#contract/showcase.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainLink } from "#web/ui/plain/plain-link.tsx";

const PlaceMap = lazy(async () => ({ default: (await import("./location-map.tsx")).LocationMap }));

/** The project's location; nothing where it is not set. */
export function ProjectLocation({ project }: { project: Showcase }) {
  const t = useText();
  const settings = useSettings();
  // A pin on an empty grid shows no location.
  const hasMap = settings !== null && `${settings.basemap_url}${settings.satellite_url}` !== "";
  const { latitude, longitude, location: place } = project;
  if (latitude === null || longitude === null) return null;
  const point = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  return (
    <section aria-labelledby="place" className="break-inside-avoid">
      <h2 id="place" className="mb-3 text-lg font-strong">
        {t("showcase.place")}
      </h2>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-base">
        <span className="flex items-center gap-1.5">
          <Icon of={MapPin} className="text-ink-muted" />
          {place === "" ? <span dir="ltr">{point}</span> : <bdi>{place}</bdi>}
        </span>
        {place !== "" && (
          <span dir="ltr" data-tabular className="text-sm text-ink-muted">
            {point}
          </span>
        )}
        <span className="text-sm print:hidden">
          <PlainLink
            href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`}
            isAside
          >
            {t("showcase.open_map")}
          </PlainLink>
        </span>
      </p>
      {hasMap && <SmallMap project={project} place={{ latitude, longitude }} />}
    </section>
  );
}

/** Loaded when scrolled near: map and tiles weigh more than the rest of the page. */
function SmallMap({ project, place }: { project: Showcase; place: { latitude: number; longitude: number } }) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (frame.current === null) return;
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsSeen(true),
      { rootMargin: "200px" },
    );
    watcher.observe(frame.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={frame} className="mt-4 h-72 overflow-hidden rounded-lg bg-sunken sm:h-96 print:hidden">
      {isSeen && (
        <Suspense>
          <PlaceMap place={place} name={project.name} label={t("showcase.map_of", { name: project.name })} />
        </Suspense>
      )}
    </div>
  );
}
