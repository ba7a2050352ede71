import { type CSSProperties, useState } from "react";
import type { Progress } from "#contract/progress.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";

type Visit = Progress["visits"][number];

const at = (share: number): CSSProperties => ({ insetInlineStart: `${(share * 100).toFixed(2)}%` });
const time = ({ visit_date }: Visit) => Date.parse(visit_date);

/** All visits by date. The part between the two compared ones is solid; a press moves its nearer end. */
export function VisitLine({
  visits,
  before,
  after,
  onChoose,
}: {
  visits: readonly Visit[];
  before: Visit;
  after: Visit;
  onChoose: (visit: Visit) => void;
}) {
  const t = useText();
  const format = useFormat();
  const [first, last] = [visits[0], visits.at(-1)];
  const [now, setNow] = useState<number | null>(null);
  if (first === undefined || last === undefined) return null;
  const span = Math.max(1, time(last) - time(first));
  const share = (visit: Visit) => (time(visit) - time(first)) / span;
  const [from, to] = [share(before), share(after)];
  return (
    <div className="mb-6 print:hidden">
      <p id="visit-line" className="sr-only">
        {t("progress.visits_line")}
      </p>
      <div className="relative mx-3 h-11">
        <span
          aria-hidden
          className="absolute inset-x-0 top-1/2 h-0.5 -translate-y-1/2 rounded-full bg-line-strong/60"
        />
        <span
          aria-hidden
          className="absolute top-1/2 h-1 -translate-y-1/2 rounded-full bg-accent"
          style={{ insetInlineStart: `${from * 100}%`, inlineSize: `${(to - from) * 100}%` }}
        />
        <ol aria-labelledby="visit-line" data-axis="">
          {visits.map((visit) => {
            const isEnd = visit.id === before.id || visit.id === after.id;
            const name = t("progress.dot", { name: visit.name, date: format.date(visit.visit_date) });
            return (
              <li
                key={visit.id}
                style={at(share(visit))}
                className={cx("absolute top-0 -ms-3", isEnd ? "z-20" : "z-10 hover:z-30")}
              >
                <button
                  type="button"
                  aria-pressed={isEnd}
                  aria-label={name}
                  title={name}
                  onClick={() => onChoose(visit)}
                  onFocus={() => setNow(visit.id)}
                  onBlur={() => setNow(null)}
                  className="group/dot flex h-11 w-6 items-center justify-center rounded-full"
                >
                  <span
                    aria-hidden
                    className={cx(
                      "rounded-full ring-2 ring-canvas transition-transform group-hover/dot:scale-140",
                      isEnd ? "size-4 bg-accent" : "size-2.5 bg-ink-faint",
                      now === visit.id && "scale-140",
                    )}
                  />
                </button>
              </li>
            );
          })}
        </ol>
      </div>
      <div aria-hidden className="flex justify-between text-xs text-ink-muted tabular-nums">
        <span>{format.date(first.visit_date)}</span>
        <span>{format.date(last.visit_date)}</span>
      </div>
    </div>
  );
}
