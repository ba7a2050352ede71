import { useMemo, useState } from "react";
import { useSettings } from "#web/lib/session.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { type LayerKind, layersOf, type MapLayer } from "./layers.ts";

export interface Layers {
  /** What is drawn on; undefined where the settings name nothing. */
  readonly shown: MapLayer | undefined;
  /** What could be drawn on instead. */
  readonly other: MapLayer | undefined;
  /** Remembered by this browser. */
  choose(kind: LayerKind): void;
}

export function useLayers(): Layers {
  const settings = useSettings();
  const [kind, setKind] = useState(() => recall(storageKeys.mapLayer));
  // A new list for every change of the settings only: each layer that differs is drawn anew.
  const all = useMemo(() => layersOf(settings), [settings]);
  const shown = all.find((layer) => layer.kind === kind) ?? all[0];
  return {
    shown,
    other: all.find((layer) => layer !== shown),
    choose(next) {
      remember(storageKeys.mapLayer, next);
      setKind(next);
    },
  };
}
