import { Footprints } from "lucide-react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useFormat } from "#web/lib/format.ts";
import { freshnessOf } from "#web/lib/freshness.ts";
import { useText } from "#web/lib/use-text.ts";
import { buttonClass } from "#web/ui/button-style.ts";
import { FreshnessMark } from "#web/ui/freshness-mark.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Popover } from "#web/ui/popover.tsx";
import type { Spot } from "./spots.ts";

/** A pin centered on its position: its colour shows the age of the newest photo, a press shows the photos. */
export function SpotPin({ spot, now }: { spot: Spot; now: Date }) {
  const t = useText();
  const format = useFormat();
  const [newest, ...older] = spot.rooms;
  if (newest === undefined) return null;
  const freshness = freshnessOf(newest.visit_date, now);
  const label = t("sheets.pin", {
    name: newest.name,
    age: t(`sheets.freshness.${freshness}`),
    date: format.date(newest.visit_date),
  });
  return (
    <Popover
      label={newest.name}
      trigger={
        <AriaButton
          aria-label={label}
          className="group absolute flex size-11 -translate-1/2 cursor-default items-center justify-center rounded-full"
        >
          <span className="flex size-5 rounded-full bg-white p-0.5 shadow-float transition-transform group-hover:scale-125">
            <FreshnessMark freshness={freshness} className="size-full" />
          </span>
        </AriaButton>
      }
    >
      <div className="flex w-60 flex-col gap-3">
        <Picture
          src={newest.thumbnail}
          alt=""
          className="aspect-2/1 w-full overflow-hidden rounded-md bg-sunken"
        />
        <div>
          <span className="own-direction block text-base font-strong">{newest.name}</span>
          <span className="text-sm text-ink-muted">
            {format.date(newest.visit_date)} · {format.ago(newest.visit_date, now)}
          </span>
        </div>
        <a href={viewerOf(newest)} className={buttonClass({ variant: "primary" })}>
          <Icon of={Footprints} size="sm" />
          {t("sheets.open_room")}
        </a>
        {older.length > 0 && (
          <ul
            aria-label={t("sheets.earlier")}
            className="flex max-h-40 flex-col overflow-auto border-t border-line pt-2"
          >
            {older.map((room) => (
              <li key={room.id_room}>
                <a
                  href={viewerOf(room)}
                  className="flex min-h-9 items-center justify-between gap-3 rounded-sm px-2 text-sm hover:bg-hover max-md:min-h-11"
                >
                  <bdi className="truncate">{room.visit}</bdi>
                  <span className="shrink-0 text-ink-muted tabular-nums">{format.date(room.visit_date)}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Popover>
  );
}

const viewerOf = ({ visit_code, id_room }: { visit_code: string; id_room: number }) =>
  `/viewer/${visit_code}/${id_room}`;
