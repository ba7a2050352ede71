import { useEffect, useMemo, useState } from "react";
import type { Comment } from "#contract/comments.ts";
import { clock } from "#web/features/media/player/clock.ts";
import type { Pin } from "#web/features/media/player/film/pin.ts";
import { call } from "#web/lib/client.ts";
import { useText } from "#web/lib/use-text.ts";

const none: readonly Comment[] = [];

/** The comments on a video that start a thread, loaded once `isWanted`. Empty for a visitor who may not read them. */
export function useComments(code: string, isWanted: boolean): readonly Comment[] {
  const [comments, setComments] = useState(none);
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    const input = { params: { id: code }, query: { per_page: 100, sort: "time" as const } };
    call("GET /api/three60videos/{id}/comments", input, { signal: controller.signal })
      .then(({ items }) => setComments(items.filter(({ id_parent }) => id_parent === null)))
      // The video plays without them.
      .catch(() => undefined);
    return () => controller.abort();
  }, [code, isWanted]);
  return comments;
}

/** Comments as pins on the timeline and in the picture. */
export function useCommentPins(comments: readonly Comment[]): readonly Pin[] {
  const t = useText();
  return useMemo(
    () =>
      comments.map(({ id, seconds, yaw, pitch, text, author, is_resolved }) => {
        const at = clock(seconds);
        const label =
          author === null
            ? t("player.comments.pin", { at, text })
            : t("player.comments.pin_by", { at, text, author: author.name });
        return { id, seconds, yaw, pitch, label, isResolved: is_resolved };
      }),
    [comments, t],
  );
}
