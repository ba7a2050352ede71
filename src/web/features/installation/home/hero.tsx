import { Fragment, type ReactNode, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { publicColumn } from "#web/shell/public-frame.tsx";
import { cx } from "#web/ui/classes.ts";
import { PictureFormats } from "#web/ui/plain/own-picture.tsx";
import { DayLine } from "./day-line.tsx";
import { days } from "./pictures.ts";

/**
 * Introduction of the product: one corner of a site on three days. A picture of the settings replaces it, without days
 * to select.
 */
export function Hero({ own, children }: { own: string | null; children: ReactNode }) {
  const t = useText();
  const [shown, setShown] = useState(0);
  return (
    <section className="relative flex min-h-[min(46rem,calc(100dvh-4rem))] flex-col justify-end overflow-hidden bg-behind-photo text-white">
      {own === null ? (
        <Days shown={shown} />
      ) : (
        <img src={own} alt="" fetchPriority="high" className="absolute inset-0 size-full object-cover" />
      )}
      <div aria-hidden className="absolute inset-0 bg-linear-to-t from-black/85 via-black/40 to-black/5" />
      <div className={cx(publicColumn, "relative pt-40", own === null ? "pb-5 sm:pb-7" : "pb-12 sm:pb-16")}>
        <h1 className="max-w-160 text-[2.25rem] leading-[1.15] font-strong text-balance sm:text-[3.5rem]">
          {t("shell.tagline")}
        </h1>
        <p className="mt-4 max-w-140 text-base text-pretty text-white/90 sm:text-lg">{t("home.lead")}</p>
        {children}
        {own === null && <DayLine shown={shown} onShow={setShown} />}
      </div>
    </section>
  );
}

/** All three are stacked, the later ones fetched once they may be needed; the selected one is visible. */
function Days({ shown }: { shown: number }) {
  const [isAwake, setIsAwake] = useState(false);
  return (
    <div aria-hidden className="absolute inset-0">
      {days.map(({ day, wide, small }, index) => (
        <Fragment key={day}>
          {(index === 0 || isAwake || shown > 0) && (
            <PictureFormats of={[{ ...small, media: "(width < 48rem)" }, wide]}>
              <img
                src={wide.webp}
                alt=""
                decoding="async"
                {...(index === 0 && { fetchPriority: "high", onLoad: () => setIsAwake(true) })}
                className={cx(
                  "absolute inset-0 size-full object-cover transition-opacity duration-500 motion-reduce:transition-none",
                  index > shown && "opacity-0",
                )}
              />
            </PictureFormats>
          )}
        </Fragment>
      ))}
    </div>
  );
}
