import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { Tone } from "../tone.ts";
import { type Cluster, indexPoints, type MapPoint, type Sight } from "./clusters.ts";
import { type LeafletMap, useMap } from "./map-part.ts";
import { Marker } from "./marker.tsx";
import { Pin } from "./pin.tsx";

export interface ClusteredPinsProps {
  points: readonly MapPoint[];
  /** Accessible name of a cluster, by its number of points. */
  clusterName: (count: number) => string;
  /** Formats the number on a cluster. */
  writeCount: (count: number) => string;
  selected: readonly number[];
  /** Called with one selected pin, or with all pins at the same position. */
  onOpen: (ids: number[]) => void;
}

/** Pins of many points: nearby ones are merged into a ring of their colours, which a click expands. */
export function ClusteredPins({ points, clusterName, writeCount, selected, onOpen }: ClusteredPinsProps) {
  const { map } = useMap();
  const sight = useSight();
  const index = useMemo(() => indexPoints(points), [points]);
  const shown = useMemo(() => index.inSight(sight), [index, sight]);

  function open(cluster: Cluster): void {
    const zoom = index.opensAt(cluster);
    if (zoom > map.getMaxZoom()) onOpen(index.membersOf(cluster).map(({ id }) => id));
    else map.flyTo([cluster.latitude, cluster.longitude], zoom, { duration: 0.4 });
  }

  return (
    <>
      {shown.clusters.map((cluster) => (
        <Ring
          key={`cluster-${cluster.id}`}
          cluster={cluster}
          name={clusterName(cluster.count)}
          text={writeCount(cluster.count)}
          onPress={() => open(cluster)}
        />
      ))}
      {shown.points.map((point) => (
        <Pin
          key={point.id}
          place={point}
          name={point.name}
          tone={point.tone}
          isSelected={selected.includes(point.id)}
          onPress={() => onOpen([point.id])}
        />
      ))}
    </>
  );
}

interface RingProps {
  cluster: Cluster;
  name: string;
  text: string;
  onPress: () => void;
}

function Ring({ cluster, name, text, onPress }: RingProps) {
  const { leaflet } = useMap();
  const { count, tones } = cluster;
  const size = count < 10 ? 36 : count < 100 ? 42 : count < 1000 ? 48 : 56;
  const colors = ringOf(tones, count);
  const icon = useMemo(
    () =>
      new leaflet.DivIcon({
        className: "map-ring",
        iconSize: [size, size],
        html: `<span style="background:${colors}"></span><b>${text}</b>`,
      }),
    [leaflet, size, colors, text],
  );
  return <Marker place={cluster} name={name} icon={icon} onPress={onPress} />;
}

const order: readonly Tone[] = ["note", "info", "warn", "ok", "bad", "accent", "neutral"];
const inks: Partial<Record<Tone, string>> = { neutral: "var(--ink-faint)" };

/** A ring with colour segments in proportion to its points. */
function ringOf(tones: Cluster["tones"], count: number): string {
  let from = 0;
  const parts = order.flatMap((tone) => {
    const share = ((tones[tone] ?? 0) / count) * 100;
    if (share === 0) return [];
    const part = `${inks[tone] ?? `var(--${tone})`} ${from.toFixed(1)}% ${(from + share).toFixed(1)}%`;
    from += share;
    return [part];
  });
  return `conic-gradient(${parts.join(",")})`;
}

/** The visible area with a small margin, so that short movements show no empty edge. */
function useSight(): Sight {
  const { map } = useMap();
  const subscribe = useCallback(
    (hear: () => void) => {
      map.on("moveend resize", hear);
      return () => void map.off("moveend resize", hear);
    },
    [map],
  );
  // As text, because equal areas must be identical.
  const text = useSyncExternalStore(subscribe, () => sightOf(map));
  return useMemo(() => {
    const [west = 0, south = 0, east = 0, north = 0, zoom = 0] = text.split(" ").map(Number);
    return { west, south: Math.max(-90, south), east, north: Math.min(90, north), zoom };
  }, [text]);
}

function sightOf(map: LeafletMap): string {
  const around = map.getBounds().pad(0.25);
  return [around.getWest(), around.getSouth(), around.getEast(), around.getNorth(), map.getZoom()].join(" ");
}
