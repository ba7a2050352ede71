import { ImageOff } from "lucide-react";
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Sheet } from "#contract/sheets.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useLater } from "#web/ui/later.ts";
import { type LeafletMap, leafletPart, MapContext } from "#web/ui/map/map-part.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PlanControls } from "./plan-controls.tsx";
import { FrameContext, frameOf, type PlanFrame, type Point } from "./plan-frame.ts";
import { PlanLayer } from "./plan-layer.tsx";

export interface PlanMapProps {
  sheet: Pick<Sheet, "name" | "image" | "width" | "height" | "tiles" | "north" | "width_metres">;
  /** A press on the floor plan, or Enter, which means the middle of the visible part. */
  onPick?: (point: Point) => void;
  /** Text was dropped onto it. */
  onDropText?: (text: string, point: Point) => void;
  /** A press picks a position: the pointer shows it, and the keyboard's position is marked. */
  isPicking?: boolean;
  className?: string;
  /** Content of the floor plan. */
  children?: ReactNode;
  /** Content that floats above it. */
  over?: ReactNode;
}

/** Zoom levels beyond the floor plan's own pixels. */
const BEYOND = 2;

/** A zoomable floor plan. Leaflet and its styles are loaded with the first one. */
export function PlanMap(props: PlanMapProps) {
  const size = useSize(props.sheet);
  if (size === "broken") return <Broken className={props.className} />;
  if (size === null) return <Skeleton className={cx("rounded-lg", props.className)} />;
  return <Sized key={`${size.width}x${size.height}`} {...props} {...size} />;
}

/** The size from the server; for a floor plan stored before the server measured it, from the picture. */
function useSize({ image, width, height }: PlanMapProps["sheet"]) {
  const [seen, setSeen] = useState<{ width: number; height: number } | "broken" | null>(null);
  const isKnown = width !== null && height !== null;
  useEffect(() => {
    if (isKnown || image === null) return;
    const picture = new Image();
    picture.addEventListener("load", () =>
      setSeen({ width: picture.naturalWidth, height: picture.naturalHeight }),
    );
    picture.addEventListener("error", () => setSeen("broken"));
    picture.src = image;
  }, [isKnown, image]);
  return isKnown ? { width, height } : seen;
}

function Broken({ className }: { className?: string | undefined }) {
  const t = useText();
  return (
    <p
      className={cx(
        "flex flex-col items-center justify-center gap-2 rounded-lg bg-sunken p-6 text-ink-muted",
        className,
      )}
    >
      <Icon of={ImageOff} size="lg" />
      {t("sheets.image_broken")}
    </p>
  );
}

function Sized(props: PlanMapProps & { width: number; height: number }) {
  const { sheet, width, height, isPicking = false, onDropText, className, children, over } = props;
  const t = useText();
  const leaflet = useLater(leafletPart, true);
  const where = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [isBroken, setBroken] = useState(false);
  const frame = useMemo(() => frameOf(width, height), [width, height]);

  const pick = useEffectEvent((at: { lat: number; lng: number }) => {
    if (isOn(frame, at)) props.onPick?.(frame.toPoint(at));
  });
  const create = useEffectEvent((element: HTMLElement, made: NonNullable<typeof leaflet>) => {
    const bounds = made.latLngBounds([frame.toPlace({ x: 0, y: 0 }), frame.toPlace({ x: 1, y: 1 })]);
    const map = made.createMap(element, {
      crs: made.CRS.Simple,
      zoomControl: false,
      attributionControl: false,
      zoomSnap: 0.25,
      wheelPxPerZoomLevel: 90,
      maxZoom: frame.finest + BEYOND,
      maxBounds: bounds.pad(0.6),
      maxBoundsViscosity: 0.8,
    });
    map.on("load", () => setMap(map));
    map.on("click", ({ latlng }) => pick(latlng));
    map.on("keydown", ({ originalEvent }) => {
      if (originalEvent.key === "Enter" && originalEvent.target === element) pick(map.getCenter());
    });
    return fitPlan(map, frame);
  });

  useEffect(() => {
    if (leaflet === undefined || where.current === null) return;
    const made = create(where.current, leaflet);
    // Its space changes with the window and with the panels beside it.
    const watch = new ResizeObserver(() => made.invalidateSize({ animate: false }));
    watch.observe(where.current);
    return () => {
      watch.disconnect();
      setMap(null);
      made.remove();
    };
  }, [leaflet]);

  function drop(event: DragEvent): void {
    const box = where.current?.getBoundingClientRect();
    if (map === null || box === undefined) return;
    event.preventDefault();
    const at = map.containerPointToLatLng([event.clientX - box.left, event.clientY - box.top]);
    const text = event.dataTransfer.getData("text/plain");
    if (text !== "" && isOn(frame, at)) onDropText?.(text, frame.toPoint(at));
  }

  return (
    // By keyboard, the list of rooms does the same as a drop here.
    <div
      role="presentation"
      className={cx("relative isolate overflow-hidden rounded-lg bg-sunken", className)}
      {...(onDropText && { onDragOver: (event: DragEvent) => event.preventDefault(), onDrop: drop })}
    >
      {/* A floor plan has no reading direction: left stays left in every language. */}
      <div
        ref={where}
        dir="ltr"
        role="application"
        aria-label={t("sheets.plan_of", { name: sheet.name })}
        className={cx("peer absolute inset-0 z-0", isPicking && "[&.leaflet-grab]:cursor-crosshair")}
      />
      {isPicking && <Crosshair />}
      {map !== null && leaflet !== undefined && (
        <MapContext value={{ map, leaflet }}>
          <FrameContext value={frame}>
            <PlanLayer sheet={sheet} onBroken={() => setBroken(true)} />
            {children}
            <PlanControls sheet={sheet} onFit={() => fitPlan(map, frame)} />
            {over}
          </FrameContext>
        </MapContext>
      )}
      {isBroken && <Broken className="absolute inset-0 z-10" />}
    </div>
  );
}

/** The position that Enter picks, for keyboard users. */
const Crosshair = () => (
  <span
    aria-hidden
    className="pointer-events-none absolute start-1/2 top-1/2 z-10 hidden size-8 -translate-1/2 rounded-full border-2 border-accent peer-focus-visible:block rtl:translate-x-1/2"
  />
);

const isOn = ({ toPlace }: PlanFrame, { lat, lng }: { lat: number; lng: number }) => {
  const end = toPlace({ x: 1, y: 1 });
  return lng >= 0 && lng <= end.lng && lat <= 0 && lat >= end.lat;
};

/** Fits the whole floor plan into view, with a small margin. */
export function fitPlan(map: LeafletMap, { toPlace }: PlanFrame): LeafletMap {
  map.setMinZoom(-10);
  const corners = [toPlace({ x: 0, y: 0 }), toPlace({ x: 1, y: 1 })] as const;
  map.fitBounds(
    [
      [corners[0].lat, corners[0].lng],
      [corners[1].lat, corners[1].lng],
    ],
    {
      // Beside the tools where there is room, beneath them on phones.
      padding: [map.getSize().x > 640 ? 60 : 12, 12],
      animate: false,
    },
  );
  return map.setMinZoom(map.getZoom() - 1);
}
