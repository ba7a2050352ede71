import { useCallback, useMemo, useState } from "react";
import type { Comment } from "#contract/comments.ts";
import { type CommentFilter, useCommentChanges, useCommentNews, useComments } from "./comments.queries.ts";
import { threadsOf } from "./threads.ts";

export interface Direction {
  readonly yaw: number;
  readonly pitch: number;
}

/** A draft comment: its time, its direction, and whether it is pinned there. */
export interface CommentDraft {
  readonly seconds: number;
  readonly direction: Direction | null;
  readonly yaw: number | null;
  readonly pitch: number | null;
}

/** Comments and draft of a video, shared by panel and player. */
export function useTalk({ id, id_project }: { id: number; id_project: number }, begun: number | null) {
  const [filter, setFilter] = useState<CommentFilter>({ which: "all", search: "" });
  const [chosen, setChosen] = useState<number | null>(begun);
  const [draft, setDraft] = useState<CommentDraft | null>(null);
  const comments = useComments(id, filter);
  const changes = useCommentChanges(id);
  useCommentNews(id_project, id);
  const all = useMemo(() => comments.data?.pages.flatMap(({ items }) => items) ?? [], [comments.data]);
  const threads = useMemo(() => threadsOf(all), [all]);
  const begin = useCallback((seconds: number, direction: Direction | null): void => {
    const at = Math.round(seconds * 10) / 10;
    setDraft({ seconds: at, direction, yaw: direction?.yaw ?? null, pitch: direction?.pitch ?? null });
  }, []);
  /** Moves the pin of the draft. */
  const place = useCallback((direction: Direction): void => {
    setDraft((now) => (now === null ? now : { ...now, direction, ...direction }));
  }, []);
  return {
    filter,
    setFilter,
    comments,
    all,
    threads,
    changes,
    chosen,
    choose: setChosen,
    draft,
    begin,
    place,
    pin(isPinned: boolean): void {
      setDraft((now) =>
        now === null
          ? now
          : {
              ...now,
              yaw: isPinned ? (now.direction?.yaw ?? null) : null,
              pitch: isPinned ? (now.direction?.pitch ?? null) : null,
            },
      );
    },
    giveUp: () => setDraft(null),
    async say(text: string): Promise<void> {
      if (draft === null) return;
      const { seconds, yaw, pitch } = draft;
      const said: Comment = await changes.say.mutateAsync({ text, seconds, yaw, pitch, id_parent: null });
      setDraft(null);
      setChosen(said.id);
    },
  };
}

export type Talk = ReturnType<typeof useTalk>;
