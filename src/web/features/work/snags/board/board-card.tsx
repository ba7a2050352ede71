import { EllipsisVertical, Image as ImageIcon, MapPin, MessageSquare } from "lucide-react";
import { type KeyboardEvent, memo } from "react";
import type { SnagStatus } from "#contract/choices.ts";
import type { Snag } from "#contract/snags.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { allowedStatuses } from "../allowed.ts";
import { AssignedName, assignedOf } from "../assigned.tsx";
import { CrewName } from "../crew-name.tsx";
import { DueMark, PriorityMark, StatusMark, usePlaceOf } from "../marks.tsx";
import { SnagNumber } from "../snag-number.tsx";
import { useOpenSnag } from "../use-open-snag.ts";
import type { useCardDrag } from "./use-card-drag.ts";

export interface BoardCardProps {
  snag: Snag;
  drag: ReturnType<typeof useCardDrag>;
  onMove: (snag: Snag, to: SnagStatus) => void;
  /** Moves by one column, in reading direction. */
  onStep: (snag: Snag, by: 1 | -1) => void;
}

export function BoardCard({ snag, drag, onMove, onStep }: BoardCardProps) {
  const t = useText();
  const { id: open } = useOpenSnag();
  const others = allowedStatuses(snag).filter((status) => status !== snag.status);
  const isMovable = others.length > 0;

  function press(event: KeyboardEvent): void {
    if (!event.altKey || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    event.preventDefault();
    const isRtl = document.documentElement.dir === "rtl";
    onStep(snag, (event.key === "ArrowRight") === !isRtl ? 1 : -1);
  }

  return (
    // The link inside is the control; the card around it only handles its keys, and is the dragged element.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      data-card={snag.id}
      {...(isMovable && drag.handlers(snag))}
      onKeyDown={press}
      className={cx(
        "group/card relative rounded-lg bg-surface ring-1 ring-line transition-shadow [-webkit-touch-callout:none] hover:ring-line-strong print:break-inside-avoid",
        isMovable && "cursor-grab active:cursor-grabbing",
        open === snag.id && "ring-2 ring-accent",
        drag.dragged?.snag.id === snag.id && "opacity-40",
      )}
    >
      <CardBody snag={snag} />
      {isMovable && (
        <div className="absolute end-1 top-1 z-10 opacity-0 transition-opacity group-hover/card:opacity-100 has-focus-visible:opacity-100 has-expanded:opacity-100 touch:opacity-100 print:hidden">
          <Menu
            label={t("snags.board.move_to")}
            trigger={
              <IconButton
                icon={EllipsisVertical}
                size="sm"
                hasTooltip={false}
                label={t("snags.board.move", { title: snag.title })}
                className="bg-surface/85 touch:size-11"
              />
            }
            header={
              <p className="px-3.5 pt-2.5 text-xs font-strong text-ink-muted">{t("snags.board.move_to")}</p>
            }
          >
            {others.map((status) => (
              <MenuItem
                key={status}
                id={status}
                leading={<StatusMark status={status} />}
                label={t(`snags.statuses.${status}`)}
                onAction={() => onMove(snag, status)}
              />
            ))}
          </Menu>
        </div>
      )}
    </li>
  );
}

/** Content of a card; also of the dragged one. */
export const CardBody = memo(function CardBody({ snag }: { snag: Snag }) {
  const t = useText();
  const format = useFormat();
  const placeOf = usePlaceOf();
  const { hrefOf } = useOpenSnag();
  const [photo] = snag.photos;
  return (
    <div className="flex flex-col gap-2 p-3">
      <div className="flex min-h-5 flex-wrap items-center gap-x-2 pe-7 text-xs text-ink-muted">
        <SnagNumber snag={snag} />
        <PriorityMark priority={snag.priority} isNamed={false} />
        {snag.trade !== "" && <bdi className="min-w-0 wrap-anywhere">{snag.trade}</bdi>}
      </div>
      <div className="flex gap-3">
        <div className="min-w-0 flex-1">
          <Link
            href={hrefOf(snag.id)}
            look="plain"
            aria-describedby="board-help"
            className="own-direction line-clamp-3 text-sm font-strong outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent-text"
          >
            {snag.title}
          </Link>
          <p className="mt-1 flex gap-1 text-xs text-ink-muted">
            <Icon of={MapPin} size="sm" className="h-lh w-3.5" />
            <bdi className="line-clamp-2 wrap-anywhere">{placeOf(snag)}</bdi>
          </p>
        </div>
        {photo !== undefined && <Picture src={photo.thumbnail} className="size-13 shrink-0 rounded-md" />}
      </div>
      <CrewName snag={snag} className="text-xs text-ink-muted" />
      {(snag.due_date !== null || assignedOf(snag) !== null || snag.comment_count > 0) && (
        <div className="flex min-h-6 items-center gap-3 text-xs">
          <DueMark snag={snag} isShort />
          <span className="ms-auto flex items-center gap-2.5 text-ink-muted tabular-nums">
            {snag.photos.length > 1 && (
              <span className="flex items-center gap-1">
                <Icon of={ImageIcon} size="sm" className="size-3.5" />
                <span aria-hidden>{format.number(snag.photos.length)}</span>
                <span className="sr-only">{t("snags.photo_count", { count: snag.photos.length })}</span>
              </span>
            )}
            {snag.comment_count > 0 && (
              <span className="flex items-center gap-1">
                <Icon of={MessageSquare} size="sm" className="size-3.5" />
                <span aria-hidden>{format.number(snag.comment_count)}</span>
                <span className="sr-only">{t("snags.comment_count", { count: snag.comment_count })}</span>
              </span>
            )}
            {snag.assignee !== null && (
              <span title={snag.assignee.name}>
                <Avatar
                  name={snag.assignee.name}
                  picture={snag.assignee.avatar}
                  size="sm"
                  className="size-6"
                />
                <span className="sr-only">{snag.assignee.name}</span>
              </span>
            )}
            {snag.invited !== null && <AssignedName snag={snag} size="size-6" className="max-w-40" />}
          </span>
        </div>
      )}
    </div>
  );
});
