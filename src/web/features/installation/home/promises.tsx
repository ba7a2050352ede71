import { Link2 } from "lucide-react";
import type { ReactNode } from "react";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { publicColumn } from "#web/shell/public-frame.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PictureFormats } from "#web/ui/plain/own-picture.tsx";
import { anotherRoom, days, wholeRound } from "./pictures.ts";

/** Features, in three sentences with pictures as evidence. */
export function Promises() {
  const t = useText();
  return (
    <div className="flex flex-col gap-20 pt-14 sm:gap-28 sm:pt-24">
      <section className="flex flex-col gap-6 sm:gap-8">
        <div className={publicColumn}>
          <Sentence title={t("home.around.title")}>{t("home.around.text")}</Sentence>
        </div>
        <WholeRound />
      </section>
      <section className={cx(publicColumn, "grid items-center gap-x-16 gap-y-6 md:grid-cols-[2fr_3fr]")}>
        <Sentence title={t("home.dates.title")}>{t("home.dates.text")}</Sentence>
        <ThenAndNow />
      </section>
      <section className={cx(publicColumn, "grid items-center gap-x-16 gap-y-6 md:grid-cols-[3fr_2fr]")}>
        <Sentence title={t("home.link.title")} className="md:order-last">
          {t("home.link.text")}
        </Sentence>
        <SentLink />
      </section>
    </div>
  );
}

function Sentence({
  title,
  className,
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={cx("max-w-120", className)}>
      <h2 className="text-xl font-strong text-balance">{title}</h2>
      <p className="mt-2 text-base text-pretty text-ink-muted">{children}</p>
    </div>
  );
}

/** The unprojected picture, wider than the page: scrolled by a finger, a wheel or the keys. */
function WholeRound() {
  const t = useText();
  return (
    <figure>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label={t("home.around.picture")}
        className="overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
      >
        <PictureFormats of={[wholeRound]}>
          <img
            src={wholeRound.webp}
            alt=""
            loading="lazy"
            width={1600}
            height={417}
            className="h-[clamp(15rem,38vw,30rem)] w-auto max-w-none min-w-full object-cover"
          />
        </PictureFormats>
      </section>
      <figcaption className={cx(publicColumn, "mt-2 text-xs text-ink-muted")}>
        {t("home.around.caption")}
      </figcaption>
    </figure>
  );
}

/** Two of the days side by side, each with its date. */
function ThenAndNow() {
  const format = useFormat();
  const [, before, after] = days;
  return (
    <div className="relative flex aspect-3/2 gap-0.5 overflow-hidden rounded-lg">
      {[before, after].map(({ day, wide }, index) => (
        <figure key={day} className="relative min-w-0 flex-1">
          <PictureFormats of={[wide]}>
            <img
              src={wide.webp}
              alt=""
              loading="lazy"
              className={cx("size-full object-cover", index === 0 ? "object-[58%_50%]" : "object-[62%_50%]")}
            />
          </PictureFormats>
          <figcaption className="absolute start-3 bottom-3 rounded-sm bg-black/70 px-2 py-1 text-sm text-white">
            <time dateTime={day}>{format.date(day)}</time>
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

/** The recipient's view: an address, and the room behind it. */
function SentLink() {
  return (
    <figure className="flex flex-col overflow-hidden rounded-lg border border-line bg-sunken">
      <div className="flex items-center gap-2 px-4 py-3 text-sm text-ink-muted">
        <Icon of={Link2} size="sm" />
        <span dir="ltr" className="truncate">
          {location.host}/viewer/…
        </span>
      </div>
      <PictureFormats of={[anotherRoom]}>
        <img src={anotherRoom.webp} alt="" loading="lazy" className="aspect-2/1 w-full object-cover" />
      </PictureFormats>
    </figure>
  );
}
