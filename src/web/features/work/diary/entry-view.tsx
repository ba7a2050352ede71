import type { ReactNode } from "react";
import type { DiaryEntry } from "#contract/diary.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { cx } from "#web/ui/classes.ts";
import { Fact, Linked } from "./entry-parts.tsx";

/** A read-only entry. */
export function Entry({ entry, children }: { entry: DiaryEntry; children: ReactNode }) {
  const t = useText();
  const format = useFormat();
  const { author, closed_at, weather, people, plant, deliveries, work, delays, notes } = entry;
  // Parts are isolated and follow the page's direction; only free text has its own direction.
  const joined = (parts: readonly string[]) =>
    parts.flatMap((part) => (part === "" ? [] : [`\u2068${part}\u2069`])).join(" · ");
  const unit = (name: "low" | "high" | "rain" | "wind") =>
    weather[name] === null ? "" : t(`diary.units.${name}`, { value: format.number(weather[name]) });
  const rows = [
    ["weather", [joined([weather.text, unit("low"), unit("high"), unit("rain"), unit("wind")])]],
    ["people", people.map(({ company, trade, count }) => joined([company, trade, format.number(count)]))],
    ["work", work.split("\n")],
    [
      "delays",
      delays.map(({ cause, hours, text }) =>
        joined([t(`diary.causes.${cause}`), t("diary.units.hours", { value: format.number(hours) }), text]),
      ),
    ],
    ["plant", plant.map((one) => joined([one.name, format.number(one.count)]))],
    ["deliveries", deliveries.map(({ what, from }) => joined([what, from]))],
    ["notes", notes.split("\n")],
  ] as const;
  return (
    <Card
      title={
        author === null || author.name === ""
          ? t("diary.no_author")
          : t("diary.entry_of", { name: author.name })
      }
      actions={
        <Chip tone={closed_at === null ? "neutral" : "ok"}>
          {t(closed_at === null ? "diary.draft" : "diary.closed")}
        </Chip>
      }
    >
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
        {rows.map(([name, lines]) => {
          const text = lines.filter((line) => line !== "").join("\n");
          return text === "" ? null : (
            <Fact key={name} label={t(`diary.fields.${name}`)}>
              <p
                className={cx(
                  "whitespace-pre-line",
                  (name === "work" || name === "notes") && "own-direction",
                )}
              >
                {text}
              </p>
            </Fact>
          );
        })}
        <Linked entry={entry} />
      </dl>
      {children}
    </Card>
  );
}
