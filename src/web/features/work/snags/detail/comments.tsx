import { CloudUpload, SendHorizontal, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Snag, SnagComment } from "#contract/snags.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import type { Act } from "#web/lib/outbox/act.ts";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { personName } from "#web/lib/person-name.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { notKept } from "#web/shell/outbox/send-or-keep.ts";
import { snagComment } from "#web/shell/outbox/snag-acts.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { useComment } from "../snags.changes.ts";
import { useSnagComments } from "../snags.queries.ts";
import { isAbout } from "../waiting/waiting-values.ts";
import { keepComment, readComment } from "./comment-drafts.ts";

/** Comments on the snag. A draft is restored when the snag is opened. */
export function Comments({ snag }: { snag: Snag }) {
  const t = useText();
  const comments = useSnagComments(snag.id);
  const waiting = useWaitingActs().filter(
    (act) =>
      act.kind === snagComment.kind &&
      act.state === "waiting" &&
      isAbout(act, { id: snag.id }) &&
      snagComment.isPayload(act.payload),
  );
  const { say, remove } = useComment(snag);

  async function take(comment: SnagComment): Promise<void> {
    try {
      await remove.mutateAsync(comment.id);
      showToast({ tone: "ok", title: t("snags.comments.deleted") }, limits.toast.form);
    } catch (error) {
      showToast({ tone: "bad", title: t("snags.comments.not_deleted"), text: errorText(error, t) });
    }
  }

  return (
    <section aria-labelledby="snag-comments" className="flex flex-col gap-3">
      <h3 id="snag-comments" className="text-sm font-strong">
        {t("snags.comments.title")}
      </h3>
      {comments.isPending ? (
        <Skeleton className="h-14 w-full" />
      ) : (
        comments.data === undefined && (
          <p role="alert" className="flex flex-col items-start gap-2 text-sm text-ink-muted">
            {errorText(comments.error, t)}
            <Button size="sm" onPress={() => void comments.refetch()}>
              {t("common.retry")}
            </Button>
          </p>
        )
      )}
      {comments.data?.length === 0 && waiting.length === 0 && (
        <p className="text-sm text-ink-muted">{t("snags.comments.none")}</p>
      )}
      <ul className="flex flex-col gap-4 empty:hidden">
        {comments.data?.map((comment) => (
          <Comment key={comment.id} comment={comment} onDelete={() => void take(comment)} />
        ))}
        {waiting.map((act) => (
          <WaitingComment key={act.guid} act={act} />
        ))}
      </ul>
      {snag.can["comment"] === true && <Composer snag={snag} onSay={(text) => say.mutateAsync(text)} />}
    </section>
  );
}

function Comment({ comment, onDelete }: { comment: SnagComment; onDelete: () => void }) {
  const t = useText();
  const format = useFormat();
  const name = comment.author?.name || t("snags.comments.somebody");
  return (
    <li className="group/comment flex gap-2.5">
      <Avatar name={name} picture={comment.author?.avatar ?? null} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="flex min-h-7 items-center gap-2 text-xs text-ink-muted">
          <bdi className="truncate text-sm font-strong text-ink">{name}</bdi>
          <time
            dateTime={comment.created_at}
            title={format.date(comment.created_at, "moment")}
            className="shrink-0"
          >
            {format.ago(comment.captured_at ?? comment.created_at)}
          </time>
          {comment.can["delete"] === true && (
            <IconButton
              icon={Trash2}
              size="sm"
              label={t("snags.comments.delete", { name })}
              onPress={onDelete}
              className="ms-auto opacity-0 group-hover/comment:opacity-100 focus-visible:opacity-100 touch:opacity-100 print:hidden"
            />
          )}
        </p>
        <p className="own-direction text-sm whitespace-pre-line wrap-anywhere">{comment.text}</p>
      </div>
    </li>
  );
}

/** One that waits on this device. */
function WaitingComment({ act: { payload } }: { act: Act }) {
  const t = useText();
  const user = useSignedInUser();
  const name = personName(user);
  if (!snagComment.isPayload(payload)) return null;
  return (
    <li className="flex gap-2.5">
      <Avatar name={name} picture={user.avatar} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="flex min-h-7 items-center gap-2 text-xs text-ink-muted">
          <bdi className="truncate text-sm font-strong text-ink">{name}</bdi>
          <Icon of={CloudUpload} size="sm" className="text-warn-text" />
          {/* Read aloud: there is no toast. */}
          <output>{t("offline.waiting.kept")}</output>
        </p>
        <p className="own-direction text-sm whitespace-pre-line wrap-anywhere">{payload.text}</p>
      </div>
    </li>
  );
}

function Composer({ snag, onSay }: { snag: Snag; onSay: (text: string) => Promise<unknown> }) {
  const t = useText();
  const { id } = useSignedInUser();
  const [text, setText] = useState(() => readComment(id, snag.id));
  const latest = useRef(text);
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  function type(next: string): void {
    setText(next);
    latest.current = next;
    setProblem(undefined);
    keepComment(id, snag.id, next);
  }

  async function send(): Promise<void> {
    if (isSending) return;
    if (text.trim() === "") return setProblem(t("snags.comment_required"));
    setIsSending(true);
    try {
      await onSay(text.trim());
      // Text typed meanwhile stays.
      if (latest.current === text) type("");
    } catch (error) {
      setProblem(`${t("snags.comments.not_sent")}. ${notKept(error) ?? errorText(error, t)}`);
    } finally {
      setIsSending(false);
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className="flex flex-col gap-2 print:hidden"
    >
      <TextArea
        label={t("snags.comments.field")}
        rows={2}
        value={text}
        onChange={type}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
          else event.continuePropagation();
        }}
        maxLength={limits.snag.comment}
        error={problem}
      />
      <Button type="submit" size="sm" icon={SendHorizontal} isPending={isSending} className="self-end">
        {t("snags.comments.send")}
      </Button>
    </form>
  );
}
