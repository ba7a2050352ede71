import type { Timelapse } from "#contract/cctv.ts";
import { useFormat } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { dayAt, dayText } from "./site-clock.ts";

/** Texts about a time-lapse: its days, and its duration. */
export function useFilmWords(zone: string) {
  const t = useText();
  const language = useLanguage();
  const format = useFormat();
  return {
    span: ({ from, to }: Pick<Timelapse, "from" | "to">) => {
      const [first, last] = [from, to].map((at) => dayText(dayAt(at, zone), language, "short"));
      return first === last ? (first ?? "") : t("cctv.film.span", { from: first ?? "", to: last ?? "" });
    },
    length: (seconds: number) => {
      const whole = Math.max(Math.round(seconds), 1);
      return whole < 60
        ? t("cctv.film.seconds", { n: format.number(whole) })
        : t("cctv.film.minutes", {
            n: format.number(Math.floor(whole / 60)),
            s: format.number(whole % 60),
          });
    },
  };
}
