import { useEffect, useMemo, useRef } from "react";
import type { Comment } from "#contract/comments.ts";
import type { FilmPlayerHandle } from "#web/features/media/player/film/film-player.tsx";
import type { Pin } from "#web/features/media/player/film/pin.ts";
import { useText } from "#web/lib/use-text.ts";
import { beside } from "./threads.ts";
import type { Talk } from "./use-talk.ts";

/** Pins on the timeline and in the picture: every comment that begins a thread, and the draft. */
export function usePins({ all, draft }: Talk): readonly Pin[] {
  const t = useText();
  return useMemo(() => {
    const said = all
      .filter(({ id_parent }) => id_parent === null)
      .map(
        ({ id, seconds, yaw, pitch, text, author, is_resolved }): Pin => ({
          id,
          seconds,
          yaw,
          pitch,
          label: `${author?.name || t("comments.somebody")}: ${text.slice(0, 80)}`,
          isResolved: is_resolved,
        }),
      );
    if (draft === null) return said;
    const { seconds, yaw, pitch } = draft;
    return [...said, { id: "new", seconds, yaw, pitch, label: t("comments.add_here") }];
  }, [all, draft, t]);
}

/** Goes to the comment that a link named, once it has loaded. */
export function useFollowing(
  film: FilmPlayerHandle | null,
  talk: Talk,
  wanted: number | null,
  go: (comment: Comment) => void,
): void {
  const isFollowed = useRef(wanted === null);
  const found = talk.all.find(({ id }) => id === wanted);
  useEffect(() => {
    if (film === null || found === undefined || isFollowed.current) return;
    isFollowed.current = true;
    go(found);
  }, [film, found, go]);
}

/** C writes, N and P move between comments; ignored in inputs. */
export function useKeys(
  film: FilmPlayerHandle | null,
  { threads }: Talk,
  add: (() => void) | null,
  go: (comment: Comment) => void,
): void {
  useEffect(() => {
    if (film === null) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      const { target } = event;
      if (target instanceof Element && target.closest("input, textarea, select, [role=dialog]") !== null)
        return;
      const key = event.key.toLowerCase();
      if (key === "c" && add !== null) {
        event.preventDefault();
        add();
      } else if (key === "n" || key === "p") {
        const next = beside(threads, film.seconds, key === "n" ? 1 : -1);
        if (next !== undefined) go(next.comment);
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [film, threads, add, go]);
}
