import { Camera, Pencil } from "lucide-react";
import type { VisitRow } from "#contract/visits.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Star } from "#web/shell/stars/star.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { PictureCard } from "#web/ui/picture-card.tsx";

/** Link of a visit: the viewer as soon as one of its pictures can be shown; before that, its edit page. */
export function wayTo(visit: VisitRow): { href: string; isDocument: boolean } {
  return visit.room_count > visit.processing_count
    ? { href: `/viewer/${visit.code}`, isDocument: true }
    : { href: `/editvisit/${visit.id}`, isDocument: false };
}

export function VisitCard({ visit, isFirst = false }: { visit: VisitRow; isFirst?: boolean }) {
  const t = useText();
  const format = useFormat();
  return (
    <PictureCard
      {...wayTo(visit)}
      src={visit.cover}
      card={visit.cover_card}
      icon={Camera}
      title={visit.name}
      isFirst={isFirst}
      corner={
        <span className="flex gap-1.5">
          {visit.can["edit"] === true && (
            <Link
              href={`/editvisit/${visit.id}`}
              look="plain"
              aria-label={t("visits.edit_of", { name: visit.name })}
              className="hit-area flex size-8 items-center justify-center rounded-full bg-black/45 touch:size-11 text-white hover:bg-black/65"
            >
              <Icon of={Pencil} size="sm" />
            </Link>
          )}
          <Star of="visits" id={visit.id} name={visit.name} isStarred={visit.starred} isOnPicture />
        </span>
      }
      mark={
        visit.processing_count > 0 && (
          <Chip tone="info">{t("visits.processing", { count: visit.processing_count })}</Chip>
        )
      }
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
