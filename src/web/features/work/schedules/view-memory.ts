import { useState } from "react";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import type { Zoom } from "./gantt/use-chart-layout.ts";

/** The user's last view of a project's chart. */
interface View {
  /** Collapsed summaries, by their numbers in the file. */
  readonly closed: readonly number[];
  readonly zoom: Zoom;
}

const plain: View = { closed: [], zoom: "fit" };
/** Maximum number of remembered projects, the most recent ones. */
const kept = 20;

type Views = Readonly<Record<string, View>>;

function readViews(): Views {
  try {
    return (JSON.parse(recall(storageKeys.scheduleViews) ?? "{}") as Views | null) ?? {};
  } catch {
    return {};
  }
}

function readView(project: number): View {
  const view = readViews()[project] as Partial<View> | undefined;
  const { closed, zoom } = view ?? plain;
  return {
    closed: Array.isArray(closed) ? closed.filter(Number.isInteger) : plain.closed,
    zoom: typeof zoom === "number" && zoom > 0 ? zoom : "fit",
  };
}

function writeView(project: number, view: View): void {
  const { [project]: _, ...others } = readViews();
  const rest = Object.entries(others).slice(0, kept - 1);
  remember(storageKeys.scheduleViews, JSON.stringify(Object.fromEntries([[project, view], ...rest])));
}

/** Collapsed tasks and the zoom, stored by project in this browser. */
export function useChartView(project: number) {
  const [view, setView] = useState(() => readView(project));
  const change = (next: Partial<View>) => {
    const whole = { ...view, ...next };
    setView(whole);
    writeView(project, whole);
  };
  const closed = new Set(view.closed);
  return {
    closed,
    zoom: view.zoom,
    setZoom: (zoom: Zoom) => change({ zoom }),
    setClosed: (uids: readonly number[]) => change({ closed: uids }),
    toggle(uid: number): void {
      change({ closed: closed.has(uid) ? view.closed.filter((one) => one !== uid) : [...view.closed, uid] });
    },
  };
}
