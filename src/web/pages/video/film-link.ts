import type { FilmStart } from "#web/features/media/player/film/film.ts";

const tenth = (value: number) => String(Math.round(value * 10) / 10 + 0);

/** Parses `?t=12.5&yaw=..&pitch=..&fov=..`; `t` may also be written as a time, `1:05`. Invalid values are left out. */
export function readFilmLink(search: string): FilmStart {
  const query = new URLSearchParams(search);
  return {
    seconds: secondsOf(query.get("t")),
    yaw: degrees(query.get("yaw"), 180),
    pitch: degrees(query.get("pitch"), 90),
    fov: degrees(query.get("fov"), 179),
  };
}

/** Writes a moment and a view into a URL. */
export function writeFilmLink(url: URL, { seconds = 0, yaw, pitch, fov }: FilmStart): URL {
  const { searchParams: query } = url;
  if (seconds >= 0.05) query.set("t", tenth(seconds));
  if (yaw !== undefined) query.set("yaw", tenth(yaw));
  if (pitch !== undefined) query.set("pitch", tenth(pitch));
  if (fov !== undefined) query.set("fov", tenth(fov));
  return url;
}

function secondsOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  const plain = /^(\d{1,6}(?:\.\d{1,3})?)s?$/.exec(text)?.[1];
  if (plain !== undefined) return Number(plain);
  const [, hours = "0", minutes = "0", seconds = "0"] = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  const all = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return all > 0 ? all : undefined;
}

function degrees(text: string | null, most: number): number | undefined {
  if (text === null || !/^-?\d{1,3}(?:\.\d{1,6})?$/.test(text)) return undefined;
  return Math.min(Math.max(Number(text), -most), most);
}
