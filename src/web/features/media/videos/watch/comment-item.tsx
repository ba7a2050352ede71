import {
  CircleCheck,
  CornerDownRight,
  Crosshair,
  EllipsisVertical,
  Pencil,
  RotateCcw,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import type { Comment } from "#contract/comments.ts";
import { clock } from "#web/features/media/player/clock.ts";
import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { cx } from "#web/ui/classes.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import type { CommentChanges } from "./comments.queries.ts";
import { Composer } from "./composer.tsx";
import type { Thread } from "./threads.ts";

export interface ThreadProps {
  thread: Thread;
  changes: CommentChanges;
  isChosen: boolean;
  mayComment: boolean;
  onGo: (comment: Comment) => void;
}

/** A comment with its replies and actions. */
export function ThreadItem({
  thread: { comment, answers },
  changes,
  isChosen,
  mayComment,
  onGo,
}: ThreadProps) {
  const t = useText();
  const [isAnswering, setIsAnswering] = useState(false);
  const name = comment.author?.name || t("comments.somebody");
  const setResolved = (resolved: boolean) =>
    changes.resolve.mutate(
      { id: comment.id, resolved },
      {
        onError: (error) =>
          showToast({ tone: "bad", title: t("comments.not_changed"), text: errorText(error, t) }),
      },
    );
  return (
    <li
      id={`comment-${comment.id}`}
      aria-current={isChosen}
      className={cx(
        "scroll-mt-4 border-b border-line py-3 ps-3 transition-colors last:border-0",
        isChosen && "bg-accent-soft",
      )}
    >
      <div>
        <One comment={comment} changes={changes} onGo={onGo} />
      </div>
      {answers.length > 0 && (
        <ul className="ms-4 mt-2 flex flex-col border-s border-line ps-3">
          {answers.map((answer) => (
            <li key={answer.id} id={`comment-${answer.id}`} className="py-1.5">
              <One comment={answer} changes={changes} />
            </li>
          ))}
        </ul>
      )}
      {isAnswering ? (
        <div className="mt-2 pe-3">
          <Composer
            label={t("comments.reply_to", { name })}
            send={t("comments.send_reply")}
            onCancel={() => setIsAnswering(false)}
            onSend={async (text) => {
              const { seconds } = comment;
              await changes.say.mutateAsync({
                text,
                seconds,
                yaw: null,
                pitch: null,
                id_parent: comment.id_parent ?? comment.id,
              });
              setIsAnswering(false);
            }}
          />
        </div>
      ) : (
        <div className="mt-1 -ms-2 flex flex-wrap items-center gap-1">
          {mayComment && (
            <Button
              size="sm"
              variant="quiet"
              icon={CornerDownRight}
              aria-label={t("comments.reply_to", { name })}
              onPress={() => setIsAnswering(true)}
            >
              {t("comments.reply")}
            </Button>
          )}
          {comment.id_parent === null && comment.can["resolve"] === true && (
            <Button
              size="sm"
              variant="quiet"
              icon={comment.is_resolved ? RotateCcw : CircleCheck}
              aria-label={t(comment.is_resolved ? "comments.reopen_of" : "comments.resolve_of", { name })}
              onPress={() => setResolved(!comment.is_resolved)}
            >
              {t(comment.is_resolved ? "comments.reopen" : "comments.resolve")}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

interface OneProps {
  comment: Comment;
  changes: CommentChanges;
  /** Undefined for replies, which have no time of their own: they share their comment's. */
  onGo?: (comment: Comment) => void;
}

function One({ comment, changes, onGo }: OneProps) {
  const t = useText();
  const format = useFormat();
  const [isEditing, setIsEditing] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const name = comment.author?.name || t("comments.somebody");
  const { can } = comment;

  async function remove(): Promise<void> {
    try {
      await changes.remove.mutateAsync(comment.id);
      showToast({ tone: "ok", title: t("comments.deleted") });
    } catch (error) {
      setIsAsking(false);
      showToast({ tone: "bad", title: t("comments.not_deleted"), text: deleteReason(error, t) });
    }
  }

  return (
    <div className="flex gap-2.5">
      <Avatar name={name} picture={comment.author?.avatar ?? null} size="sm" />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-7 items-center gap-2 text-xs text-ink-muted">
          <bdi className="truncate text-sm font-strong text-ink">{name}</bdi>
          <time
            dateTime={comment.created_at}
            title={format.date(comment.created_at, "moment")}
            className="me-auto shrink-0"
          >
            {format.ago(comment.created_at)}
          </time>
          {onGo && (
            <button
              type="button"
              aria-label={t("comments.go", { time: clock(comment.seconds) })}
              onClick={() => onGo(comment)}
              className="hit-area flex h-6 shrink-0 items-center gap-1 rounded-full bg-accent-soft px-2 font-strong text-accent-text tabular-nums hover:bg-press"
            >
              {comment.yaw !== null && <Icon of={Crosshair} size="sm" className="size-3" />}
              {clock(comment.seconds)}
            </button>
          )}
          {(can["edit"] === true || can["delete"] === true) && (
            <Menu
              label={t("comments.actions_of", { name })}
              trigger={
                <IconButton
                  icon={EllipsisVertical}
                  size="sm"
                  label={t("comments.actions_of", { name })}
                  hasTooltip={false}
                  className="touch:size-11"
                />
              }
            >
              {can["edit"] === true && (
                <MenuItem icon={Pencil} label={t("comments.edit")} onAction={() => setIsEditing(true)} />
              )}
              {can["delete"] === true && (
                <MenuItem icon={Trash2} label={t("comments.delete")} onAction={() => setIsAsking(true)} />
              )}
            </Menu>
          )}
        </div>
        {isEditing ? (
          <div className="pe-3">
            <Composer
              label={t("comments.field")}
              send={t("comments.save")}
              start={comment.text}
              onCancel={() => setIsEditing(false)}
              onSend={async (text) => {
                await changes.edit.mutateAsync({ id: comment.id, text });
                setIsEditing(false);
              }}
            />
          </div>
        ) : (
          <p className="own-direction pe-3 text-sm whitespace-pre-line wrap-anywhere">{comment.text}</p>
        )}
        {comment.is_resolved && comment.id_parent === null && (
          <Chip tone="ok" icon={CircleCheck} className="mt-1.5">
            {comment.resolver === null
              ? t("comments.resolved")
              : t("comments.resolved_by", { name: comment.resolver.name })}
          </Chip>
        )}
      </div>
      <ConfirmDialog
        title={t("comments.delete_title")}
        confirmLabel={t("comments.delete")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void remove()}
        isDestructive
        isPending={changes.remove.isPending}
      >
        <q className="own-direction block truncate">{comment.text}</q>
        <p className="mt-2">{t("comments.delete_text", { count: comment.replies })}</p>
      </ConfirmDialog>
    </div>
  );
}

/** The server's message takes precedence over our own texts. */
export function deleteReason(error: unknown, t: Translate): string {
  const isSpoken = error instanceof ApiError && error.status > 0 && error.message !== "";
  return isSpoken && error.code === "UNKNOWN" ? error.message : errorText(error, t);
}
