import type { ViewerVisit, ViewerWalks } from "#contract/viewer.ts";
import { call } from "#web/lib/client.ts";
import { showable } from "../near-rooms.ts";

const none: ViewerWalks = { lines: [], steps: [] };
let latest: { readonly key: string; readonly walks: Promise<ViewerWalks> } | undefined;

/** The placed walks of a visit, requested again once its rooms change. Never rejects: without them nothing is shown. */
export function walksOf({ code, has_walk, rooms }: ViewerVisit): Promise<ViewerWalks> {
  if (!has_walk) return Promise.resolve(none);
  const key = `${code} ${showable(rooms)}`;
  if (latest?.key === key) return latest.walks;
  const walks = call("GET /api/viewer-walks", { query: { code } }, { toast: false }).catch(() => {
    // The next caller retries.
    if (latest?.key === key) latest = undefined;
    return none;
  });
  latest = { key, walks };
  return walks;
}
