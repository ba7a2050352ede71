import { X } from "lucide-react";
import type { Comment } from "#contract/comments.ts";
import { clock } from "#web/features/media/player/clock.ts";
import { Control } from "#web/features/media/player/controls/control.tsx";
import { useText } from "#web/lib/use-text.ts";

/** A comment shown over the picture. */
export function CommentCard({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const t = useText();
  const { author, seconds, is_resolved, text, replies } = comment;
  return (
    <article className="absolute end-3 bottom-26 z-2 max-h-2/5 w-88 max-w-[calc(100%-1.5rem)] overflow-auto rounded-lg bg-raised/95 px-4 pt-3 pb-4 shadow-float anim-rise-in">
      <div className="flex items-center gap-2 text-ink-muted">
        <strong dir="auto" className="font-strong text-ink">
          {author?.name ?? t("player.comments.someone")}
        </strong>
        <span dir="ltr">{clock(seconds)}</span>
        {is_resolved && <span>{t("player.comments.resolved")}</span>}
        <span className="ms-auto -me-2">
          <Control icon={X} label={t("player.close")} onPress={onClose} />
        </span>
      </div>
      <p dir="auto" className="own-direction wrap-anywhere whitespace-pre-line">
        {text}
      </p>
      {replies > 0 && <p className="text-ink-muted">{t("player.comments.replies", { count: replies })}</p>}
    </article>
  );
}
