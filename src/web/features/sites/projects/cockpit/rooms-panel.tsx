import { DoorOpen } from "lucide-react";
import type { Room, VisitRow } from "#contract/visits.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { useVisitRooms } from "./cockpit.queries.ts";
import { PanelFailure } from "./panel-frame.tsx";

const grid = "grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-3 xl:grid-cols-4";
const shown = 8;

/** Every room with its newest photo, linked to the viewer. */
export function RoomsPanel({ visit }: { visit: VisitRow }) {
  const t = useText();
  const format = useFormat();
  const rooms = useVisitRooms(visit.id);
  return (
    <Card
      title={t("projects.cockpit.rooms.title")}
      actions={
        <span className="min-w-0 truncate pe-2 text-xs text-ink-muted">
          <bdi>{visit.name}</bdi>
          {" · "}
          <time dateTime={visit.visit_date}>{format.date(visit.visit_date)}</time>
        </span>
      }
    >
      {rooms.isPending ? (
        <RoomsSkeleton count={Math.min(visit.room_count, shown)} />
      ) : rooms.data === undefined ? (
        <PanelFailure text={errorText(rooms.error, t)} onRetry={() => void rooms.refetch()} />
      ) : (
        <Rooms visit={visit} rooms={rooms.data.rooms} />
      )}
    </Card>
  );
}

function Rooms({ visit, rooms }: { visit: VisitRow; rooms: readonly Room[] }) {
  const t = useText();
  const of = (state: Room["picture"]["state"]) =>
    rooms.filter(({ picture }) => picture.state === state).length;
  const ready = rooms.filter(({ picture }) => picture.state === "ready");
  const [making, failed] = [of("processing"), of("failed")];
  const rest = ready.length - shown;
  return (
    <>
      {(making > 0 || failed > 0) && (
        <p className="mb-4 flex flex-wrap gap-1.5">
          <Chip tone="ok">{t("projects.cockpit.rooms.all_ready", { count: ready.length })}</Chip>
          {making > 0 && <Chip tone="info">{t("projects.cockpit.rooms.making", { count: making })}</Chip>}
          {failed > 0 && <Chip tone="bad">{t("projects.cockpit.rooms.failed", { count: failed })}</Chip>}
        </p>
      )}
      <ul className={grid}>
        {ready.slice(0, shown).map((room) => (
          <li key={room.id} className="min-w-0">
            <a
              href={`/viewer/${visit.code}/${room.id}`}
              aria-label={t("projects.cockpit.rooms.open", { name: room.name })}
              className="group/room block rounded-md"
            >
              <span className="block overflow-hidden rounded-md">
                <Picture
                  src={room.picture.card ?? room.picture.thumbnail}
                  icon={DoorOpen}
                  className="aspect-2/1 transition-transform duration-200 group-hover/room:scale-[1.03]"
                />
              </span>
              <span className="own-direction mt-1.5 block truncate text-sm">{room.name}</span>
            </a>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="mt-4">
          <a
            href={`/viewer/${visit.code}`}
            className="hit-area rounded-sm text-accent-text underline decoration-transparent underline-offset-3 hover:decoration-current"
          >
            {t("projects.cockpit.rooms.more", { count: rest })}
          </a>
        </p>
      )}
    </>
  );
}

function RoomsSkeleton({ count }: { count: number }) {
  return (
    <Outline className={grid}>
      {Array.from({ length: Math.max(count, 2) }, (_, at) => (
        <span key={at} className="flex flex-col gap-1.5">
          <Skeleton className="aspect-2/1" />
          <Skeleton className="h-4 w-3/5" />
        </span>
      ))}
    </Outline>
  );
}
