import { Building2, Camera, Cctv, Video as VideoIcon } from "lucide-react";
import { useFormat } from "#web/lib/format.ts";
import { personName } from "#web/lib/person-name.ts";
import { useUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Star } from "#web/shell/stars/star.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Link } from "#web/ui/link.tsx";
import { PictureCard } from "#web/ui/picture-card.tsx";
import type { SavedKind, SavedThings } from "./saved.queries.ts";

interface CardProps<K extends SavedKind> {
  thing: SavedThings[K];
  isFirst: boolean;
}

export function SavedProject({ thing: project, isFirst }: CardProps<"projects">) {
  const t = useText();
  return (
    <PictureCard
      href={`/project/${project.id}`}
      src={project.cover}
      card={project.cover_card}
      icon={Building2}
      title={project.name}
      isFirst={isFirst}
      corner={<Star of="projects" id={project.id} name={project.name} isStarred isOnPicture />}
    >
      {project.location !== "" && <p className="own-direction truncate text-ink-muted">{project.location}</p>}
      <p className="text-ink-muted tabular-nums">{t("projects.visits", { count: project.visit_count })}</p>
    </PictureCard>
  );
}

export function SavedVisit({ thing: visit, isFirst }: CardProps<"visits">) {
  const t = useText();
  const format = useFormat();
  // Before one of its pictures is ready there is nothing to view.
  const isReady = visit.room_count > visit.processing_count;
  return (
    <PictureCard
      href={isReady ? `/viewer/${visit.code}` : `/editvisit/${visit.id}`}
      isDocument={isReady}
      src={visit.cover}
      card={visit.cover_card}
      icon={Camera}
      title={visit.name}
      isFirst={isFirst}
      corner={<Star of="visits" id={visit.id} name={visit.name} isStarred isOnPicture />}
    >
      <p className="own-direction truncate text-ink-muted">{visit.project}</p>
      <p className="text-ink-muted tabular-nums">
        <time dateTime={visit.visit_date}>{format.date(visit.visit_date, "moment")}</time>
        {" · "}
        {t("visits.rooms", { count: visit.room_count })}
      </p>
    </PictureCard>
  );
}

export function SavedVideo({ thing: video, isFirst }: CardProps<"videos">) {
  const format = useFormat();
  return (
    <PictureCard
      href={`/videos/${video.id}/watch`}
      src={video.thumbnail}
      icon={VideoIcon}
      title={video.title}
      isFirst={isFirst}
      corner={<Star of="videos" id={video.id} name={video.title} isStarred isOnPicture />}
    >
      <p className="own-direction truncate text-ink-muted">{video.project}</p>
      <p className="text-ink-muted tabular-nums">
        <time dateTime={video.video_date}>{format.date(video.video_date, "moment")}</time>
      </p>
    </PictureCard>
  );
}

export function SavedCamera({ thing: camera, isFirst }: CardProps<"cameras">) {
  const t = useText();
  return (
    <PictureCard
      href={`/cameras/${camera.id}`}
      src={camera.thumbnail_url_full}
      icon={Cctv}
      title={camera.name}
      isFirst={isFirst}
      corner={<Star of="cameras" id={camera.id} name={camera.name} isStarred isOnPicture />}
    >
      <p className="own-direction truncate text-ink-muted">{camera.project}</p>
      <p className="text-ink-muted">{t(`cctv.states.${camera.state}`)}</p>
    </PictureCard>
  );
}

/** A message in a line or two, with its other person; the full text is in the inbox. */
export function SavedMessage({ thing: message }: CardProps<"messages">) {
  const t = useText();
  const format = useFormat();
  const me = useUser()?.id;
  const other = message.sender_id === me ? message.recipient : message.sender;
  const name = other === null ? t("profile.saved_items.site") : personName(other);
  return (
    <li className="flex items-start gap-2 border-line pe-2 not-first:border-t">
      <Link
        href={`/inbox/${message.id}`}
        look="plain"
        className="flex min-w-0 flex-1 items-start gap-3 rounded-md py-3 ps-4"
      >
        <Avatar name={name} picture={other?.avatar ?? null} size="sm" />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap justify-between gap-x-3">
            <bdi className="truncate font-strong">{name}</bdi>
            <time dateTime={message.created_at} className="text-xs leading-5 text-ink-muted rtl:leading-6">
              {format.date(message.created_at, "moment")}
            </time>
          </span>
          <span className="own-direction mt-0.5 line-clamp-2 block text-ink-muted">{message.content}</span>
        </span>
      </Link>
      <span className="py-2.5">
        <Star of="messages" id={message.id} name={name} isStarred />
      </span>
    </li>
  );
}
