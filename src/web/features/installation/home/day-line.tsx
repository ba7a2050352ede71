import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { days } from "./pictures.ts";

/** The days of the picture above, on a timeline as elsewhere in the product: a press selects one. */
export function DayLine({ shown, onShow }: { shown: number; onShow: (index: number) => void }) {
  const t = useText();
  const format = useFormat();
  return (
    <fieldset className="mt-9 sm:mt-12">
      <legend className="text-xs text-white/80">{t("home.days")}</legend>
      <ol className="mt-1 flex">
        {days.map(({ day, stage }, index) => (
          <li key={day} className="flex-1">
            <button
              type="button"
              aria-pressed={index === shown}
              onClick={() => onShow(index)}
              className="group flex w-full cursor-pointer flex-col items-start pt-2 pb-1 text-start focus-visible:outline-white"
            >
              <span aria-hidden className="relative flex h-4 w-full items-center">
                <span
                  className={cx("h-0.5 w-full transition-colors", index < shown ? "bg-white" : "bg-white/35")}
                />
                <span
                  className={cx(
                    "absolute start-0 rounded-full border-2 border-white transition-all group-hover:bg-white",
                    index === shown ? "size-4 bg-white" : "size-3",
                    index < shown && "bg-white",
                  )}
                />
              </span>
              <span
                className={cx(
                  "mt-1.5 text-sm sm:text-base",
                  index === shown ? "font-strong" : "text-white/85",
                )}
              >
                {t(`home.stages.${stage}`)}
              </span>
              <time dateTime={day} className="text-xs text-white/80 sm:text-sm">
                {format.date(day)}
              </time>
            </button>
          </li>
        ))}
      </ol>
    </fieldset>
  );
}
