import { Camera } from "lucide-react";
import type { Showcase } from "#contract/showcase.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { PictureTile } from "#web/ui/plain/picture-tile.tsx";

type Visit = Showcase["visits"][number];

/** The site over time: the newest visit large, earlier ones beside and below, each with its date. */
export function Visits({ visits }: { visits: readonly Visit[] }) {
  const t = useText();
  const format = useFormat();
  const [newest, ...others] = visits;
  return (
    <section aria-labelledby="visits">
      <h2 id="visits" className="text-lg font-strong">
        {t("showcase.visits", { count: visits.length })}
      </h2>
      {newest === undefined ? (
        <p className="mt-4 max-w-120 rounded-lg bg-sunken px-5 py-6 text-ink-muted">
          {t("showcase.no_visits")}
        </p>
      ) : (
        <>
          <p className="mt-1 mb-5 text-ink-muted">{t("showcase.visits_text")}</p>
          <div className="grid grid-cols-1 gap-x-5 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
            <PictureTile
              {...tileOf(newest)}
              sizes="(width < 40rem) 100vw, 52rem"
              isFirst
              shape={others.length === 0 ? "aspect-2/1" : "aspect-2/1 lg:aspect-auto lg:flex-1"}
              className={others.length === 0 ? "sm:col-span-2" : "sm:col-span-2 lg:row-span-2"}
            >
              <Line visit={newest} t={t} format={format} isNewest />
            </PictureTile>
            {others.map((visit) => (
              <PictureTile key={visit.code} {...tileOf(visit)}>
                <Line visit={visit} t={t} format={format} />
              </PictureTile>
            ))}
          </div>
        </>
      )}
    </section>
  );
}

const tileOf = ({ code, cover, cover_card, name }: Visit) => ({
  href: `/viewer/${code}`,
  src: cover,
  card: cover_card,
  icon: Camera,
  title: name,
});

function Line({
  visit,
  t,
  format,
  isNewest = false,
}: {
  visit: Visit;
  t: Translate;
  format: Formatter;
  isNewest?: boolean;
}) {
  return (
    <p className="text-ink-muted">
      <time dateTime={visit.visit_date}>{format.date(visit.visit_date, "long")}</time>
      {" · "}
      {t("showcase.rooms", { count: visit.room_count })}
      {isNewest && <span className="text-accent-text"> · {t("showcase.newest")}</span>}
    </p>
  );
}
