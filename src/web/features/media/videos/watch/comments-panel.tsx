import { MessageSquarePlus, MessagesSquare } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Comment } from "#contract/comments.ts";
import type { Video } from "#contract/videos.ts";
import { clock } from "#web/features/media/player/clock.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ThreadItem } from "./comment-item.tsx";
import { useCommentStatistics } from "./comments.queries.ts";
import { Composer } from "./composer.tsx";
import type { Talk } from "./use-talk.ts";

export interface CommentsPanelProps {
  video: Video;
  talk: Talk;
  /** Null where there is nothing to play: no time can be selected then. */
  onAdd: (() => void) | null;
  onGo: (comment: Comment) => void;
}

/** The comments of a video, in the order of their time. */
export function CommentsPanel({ video, talk, onAdd, onGo }: CommentsPanelProps) {
  const t = useText();
  const { filter, comments, threads, chosen, draft } = talk;
  const mayComment = video.can["comment"] === true;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (chosen === null) return;
    list.current
      ?.querySelector(`#comment-${chosen}`)
      ?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [chosen]);
  const isFiltered = filter.search !== "" || filter.which !== "all";
  return (
    <div className="flex min-h-0 flex-col gap-3">
      <Statistics video={video.id} />
      {draft !== null ? (
        <div className="rounded-lg bg-sunken p-3">
          <Composer
            label={t("comments.field")}
            hint={t(draft.yaw === null ? "comments.field_hint_whole" : "comments.field_hint", {
              time: clock(draft.seconds),
            })}
            send={t("comments.send")}
            onCancel={talk.giveUp}
            onSend={(text) => talk.say(text)}
          >
            {draft.direction !== null && (
              <Checkbox isSelected={draft.yaw !== null} onChange={talk.pin}>
                {t("comments.pin")}
              </Checkbox>
            )}
          </Composer>
        </div>
      ) : (
        mayComment &&
        onAdd !== null && (
          <Button icon={MessageSquarePlus} variant="primary" onPress={onAdd} className="w-full">
            {t("comments.add_here")}
          </Button>
        )
      )}
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedControl
          label={t("comments.filter")}
          value={filter.which}
          onChange={(which) => talk.setFilter({ ...filter, which })}
          segments={(["all", "open", "resolved"] as const).map((value) => ({
            value,
            label: t(`comments.${value}`),
          }))}
        />
        <ListSearch
          label={t("comments.search")}
          value={filter.search}
          onSearch={(search) => talk.setFilter({ ...filter, search })}
          className="min-w-40 flex-1"
        />
      </div>
      {comments.isPending ? (
        <div className="flex flex-col gap-3">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      ) : comments.isError && threads.length === 0 ? (
        <div role="alert" className="flex flex-col items-start gap-2 text-sm text-ink-muted">
          {errorText(comments.error, t)}
          <Button size="sm" onPress={() => void comments.refetch()}>
            {t("common.retry")}
          </Button>
        </div>
      ) : threads.length === 0 ? (
        isFiltered ? (
          <p className="py-8 text-center text-ink-muted">{t("comments.no_match")}</p>
        ) : (
          <EmptyState
            icon={MessagesSquare}
            title={t("comments.none")}
            text={t(mayComment ? "comments.none_text" : "comments.none_read_text")}
            className="py-8"
          />
        )
      ) : (
        <ul ref={list} aria-label={t("comments.list")} className="-ms-3 flex flex-col">
          {threads.map((thread) => (
            <ThreadItem
              key={thread.comment.id}
              thread={thread}
              changes={talk.changes}
              isChosen={chosen === thread.comment.id || thread.answers.some((answer) => answer.id === chosen)}
              mayComment={mayComment}
              onGo={onGo}
            />
          ))}
        </ul>
      )}
      {comments.hasNextPage && (
        <Button isPending={comments.isFetchingNextPage} onPress={() => void comments.fetchNextPage()}>
          {t("comments.more")}
        </Button>
      )}
      {mayComment && threads.length > 0 && (
        <p className="text-xs text-ink-muted touch:hidden">{t("comments.keys")}</p>
      )}
    </div>
  );
}

function Statistics({ video }: { video: number }) {
  const t = useText();
  const format = useFormat();
  const { data } = useCommentStatistics(video);
  if (data === undefined || data.total === 0) return null;
  return (
    <p className="text-sm text-ink-muted tabular-nums">
      {t("comments.statistics", {
        open: format.number(data.open),
        resolved: format.number(data.resolved),
        people: t("comments.people", { count: data.people }),
      })}
    </p>
  );
}
