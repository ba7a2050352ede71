import { X } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { Comment } from "#contract/comments.ts";
import { clock } from "#web/features/player/clock.ts";
import { Control } from "#web/features/player/controls/control.tsx";
import type { Pin } from "#web/features/player/film/pin.ts";
import { type PlayerSpeaker, usePlayerWords } from "#web/features/player/words.ts";
import { call } from "#web/lib/client.ts";

const none: readonly Comment[] = [];

/** The comments on a film that begin a thread, once they are wanted. A visitor who may not read them sees none. */
export function useComments(code: string, isWanted: boolean): readonly Comment[] {
  const [comments, setComments] = useState(none);
  useEffect(() => {
    if (!isWanted) return;
    const life = new AbortController();
    const input = { params: { id: code }, query: { per_page: 100, sort: "time" as const } };
    call("GET /api/three60videos/{id}/comments", input, { toast: false, signal: life.signal })
      .then(({ items }) => setComments(items.filter(({ id_parent }) => id_parent === null)))
      // Without them the film is as good to watch.
      .catch(() => undefined);
    return () => life.abort();
  }, [code, isWanted]);
  return comments;
}

/** Comments as pins on the time line and in the picture. */
export function useCommentPins(comments: readonly Comment[], speaker: PlayerSpeaker): readonly Pin[] {
  return useMemo(
    () =>
      comments.map(({ id, seconds, yaw, pitch, text, author, is_resolved }) => {
        const at = clock(seconds);
        const label =
          author === null
            ? speaker.say("comments.pin", { at, text })
            : speaker.say("comments.pin_by", { at, text, author: author.name });
        return { id, seconds, yaw, pitch, label, isResolved: is_resolved };
      }),
    [comments, speaker],
  );
}

/** A comment to be read over the picture. */
export function CommentCard({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const { say, count } = usePlayerWords();
  const { author, seconds, is_resolved, text, replies } = comment;
  return (
    <article className="absolute end-3 bottom-26 z-2 max-h-2/5 w-88 max-w-[calc(100%-1.5rem)] overflow-auto rounded-lg bg-raised/95 px-4 pt-3 pb-4 shadow-float anim-rise-in">
      <div className="flex items-center gap-2 text-ink-muted">
        <strong dir="auto" className="font-strong text-ink">
          {author?.name ?? say("comments.someone")}
        </strong>
        <span dir="ltr">{clock(seconds)}</span>
        {is_resolved && <span>{say("comments.resolved")}</span>}
        <Control icon={X} label={say("close")} onPress={onClose} className="ms-auto -me-2" />
      </div>
      <p dir="auto" className="own-direction wrap-anywhere whitespace-pre-line">
        {text}
      </p>
      {replies > 0 && <p className="text-ink-muted">{count("comments.replies", replies)}</p>}
    </article>
  );
}
