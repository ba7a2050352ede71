import type { Camera, Still, Timelapse } from "#contract/cctv.ts";
import { ok } from "#test/web/api-server.ts";

/** A camera with all rights, as returned by the server. */
export function aCamera(change: Partial<Camera> = {}): Camera {
  const id = change.id ?? 5;
  return {
    id,
    id_camera: id,
    code: `cam234567${id}`,
    name: "Gate 2",
    description: "",
    location: "North fence",
    id_project: 1,
    project_id: 1,
    project: "Tower B",
    kind: "hls",
    hls_url: "http://192.0.2.9/stream.m3u8",
    username: "site",
    has_password: true,
    is_public: false,
    is_protected: false,
    starred: false,
    thumbnail: null,
    thumbnail_url_full: null,
    metadata: { brand: "", model: "", resolution: "", notes: "" },
    state: "up",
    problem: null,
    checked_at: "2026-11-20T08:00:00.000Z",
    last_seen_at: "2026-11-20T08:00:00.000Z",
    uptime: 0.98,
    missed: 0,
    alert_after: 3,
    schedule: null,
    still: null,
    created_at: "2026-11-01T08:00:00.000Z",
    updated_at: "2026-11-01T08:00:00.000Z",
    can: { view: true, check: true, edit: true, delete: true },
    ...change,
  };
}

export function aStill(change: Partial<Still> = {}): Still {
  const id = change.id ?? 1;
  return {
    id,
    id_still: id,
    taken_at: "2026-11-20T08:00:00.000Z",
    url: `/media/still-${id}.jpg`,
    thumbnail: `/media/still-${id}-small.jpg`,
    ...change,
  };
}

export function aFilm(change: Partial<Timelapse> = {}): Timelapse {
  const id = change.id ?? 1;
  return {
    id,
    id_timelapse: id,
    from: "2026-11-01T00:00:00.000Z",
    to: "2026-11-20T23:59:59.999Z",
    fps: 30,
    has_stamp: true,
    state: "ready",
    progress: 1,
    problem: null,
    frames: 1300,
    seconds: 43.3,
    bytes: 12_000_000,
    url: "/media/film.mp4",
    poster: null,
    created_at: "2026-11-20T09:00:00.000Z",
    ...change,
  };
}

export const listed = (items: readonly unknown[]) =>
  ok({ items, total: items.length, page: 1, per_page: 24 });
