import { useMemo, useState } from "react";
import { useSettings } from "#web/lib/session.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { type LayerKind, layersOf, type MapLayer } from "./layers.ts";

export interface Layers {
  /** The layer on screen; undefined where the settings give none. */
  readonly shown: MapLayer | undefined;
  /** The alternative layer. */
  readonly other: MapLayer | undefined;
  /** Stored in this browser. */
  choose(kind: LayerKind): void;
}

export function useLayers(): Layers {
  const settings = useSettings();
  const [kind, setKind] = useState(() => recall(storageKeys.mapLayer));
  // A new list only when the settings change: each layer that differs is redrawn.
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
