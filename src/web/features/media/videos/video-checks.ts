import { limits } from "#contract/limits.ts";
import type { TextKey } from "#web/lib/use-text.ts";

/** The fields of Add Video. `video_date` is an instant, `id_project` the number as text, as selects hold it. */
export interface NewVideo {
  readonly title: string;
  readonly description: string;
  readonly id_project: string | null;
  readonly video_date: string | null;
  readonly is_public: boolean;
  readonly is_protected: boolean;
  readonly password: string;
  readonly auto_play: boolean;
  readonly muted: boolean;
  readonly loop: boolean;
}

export type NewVideoProblems = Partial<Record<keyof NewVideo | "file", TextKey>>;

/**
 * Checks the date as the server does: null while nothing was picked, `Invalid Date` for unreadable input. Clocks
 * differ, so up to two minutes ahead still counts as now.
 */
export function checkVideoDate(instant: Date | null, now: Date = new Date()): TextKey | null {
  if (instant === null) return "videos.date_required";
  const time = instant.getTime();
  if (Number.isNaN(time)) return "videos.date_invalid";
  return time > now.getTime() + limits.visit.futureTolerance ? "videos.date_future" : null;
}

/** Checks a password; `isSet`: one is stored already, and an empty field keeps it. */
export function checkPassword(
  { is_protected, password }: Pick<NewVideo, "is_protected" | "password">,
  isSet = false,
): TextKey | null {
  if (!is_protected) return null;
  if (password === "") return isSet ? null : "videos.password_required";
  return password.length < limits.video.password.min ? "videos.password_short" : null;
}

/** All problems of Add Video at once, by field. */
export function checkNewVideo(video: NewVideo, hasFile: boolean, now: Date = new Date()): NewVideoProblems {
  const date = checkVideoDate(video.video_date === null ? null : new Date(video.video_date), now);
  const password = checkPassword(video);
  return {
    ...(video.title.trim() === "" && { title: "videos.title_required" as const }),
    ...(video.id_project === null && { id_project: "videos.project_required" as const }),
    ...(date !== null && { video_date: date }),
    ...(password !== null && { password }),
    ...(!hasFile && { file: "videos.file_required" as const }),
  };
}
