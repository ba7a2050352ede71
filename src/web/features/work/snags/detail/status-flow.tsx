import { ArrowRight, Check } from "lucide-react";
import type { SnagStatus } from "#contract/choices.ts";
import type { Snag } from "#contract/snags.ts";
import { useText } from "#web/lib/use-text.ts";
import { disputeOf } from "#web/shell/snags/crews.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { allowedStatuses } from "../allowed.ts";
import { StatusMark } from "../marks.tsx";
import { useChangeSnags } from "../snags.changes.ts";

/** The usual flow; a disputed snag has left it. */
const way = ["open", "in_work", "ready", "closed"] as const satisfies readonly SnagStatus[];

/** Next actions by status; the first one that the user may perform is the primary one. */
const next: Readonly<Record<SnagStatus, readonly SnagStatus[]>> = {
  open: ["in_work"],
  in_work: ["ready"],
  ready: ["closed", "in_work"],
  closed: ["open"],
  disputed: ["in_work", "closed"],
};

/** The snag's status in the flow, each step a button, and the next action in words. */
export function StatusFlow({ snag }: { snag: Snag }) {
  const t = useText();
  const changeSnags = useChangeSnags();
  const allowed = allowedStatuses(snag);
  const set = (status: SnagStatus) => void changeSnags([snag], { status });
  const at = way.indexOf(snag.status as (typeof way)[number]);
  const steps = next[snag.status].filter((status) => allowed.includes(status));
  const isNext = (status: SnagStatus) => snag.status !== "closed" && status === next[snag.status][0];
  /** Return to work has different labels for the reviewer and for the assignee. */
  const wordOf = (status: SnagStatus) => {
    if (status !== "in_work" || snag.status === "open") return t(`snags.flow.next.${status}`);
    return t(
      snag.can["edit"] === true && snag.status === "ready" ? "snags.flow.send_back" : "snags.flow.resume",
    );
  };
  const mayDispute = allowed.includes("disputed") && snag.status !== "disputed" && snag.status !== "closed";
  return (
    <section aria-label={t("snags.flow.label")} className="flex flex-col gap-3">
      <ol className="flex items-stretch">
        {way.map((status, index) => {
          const isHere = status === snag.status;
          const isPassed = at > index;
          return (
            <li key={status} className="relative flex min-w-0 flex-1 flex-col">
              {index > 0 && (
                <span
                  aria-hidden
                  className={cx(
                    "absolute end-1/2 top-3.5 h-0.5 w-full -translate-y-1/2",
                    at >= index ? "bg-accent" : "bg-line",
                  )}
                />
              )}
              <button
                type="button"
                aria-current={isHere ? "step" : undefined}
                disabled={isHere || !allowed.includes(status)}
                onClick={() => set(status)}
                className="group/step relative z-10 flex min-h-13 cursor-default flex-col items-center gap-1 rounded-md px-0.5 text-center"
              >
                <span
                  className={cx(
                    "flex size-7 items-center justify-center rounded-full bg-surface",
                    isHere && "ring-2 ring-accent",
                  )}
                >
                  {isHere ? (
                    <StatusMark status={status} className="size-5" />
                  ) : (
                    <span
                      className={cx(
                        "flex items-center justify-center rounded-full transition-transform",
                        isPassed
                          ? "size-4.5 bg-accent text-white"
                          : "size-3.5 border-2 border-line-strong bg-surface",
                        "group-enabled/step:group-hover/step:scale-125 group-enabled/step:group-hover/step:border-accent",
                      )}
                    >
                      {isPassed && <Icon of={Check} size="sm" className="size-3 stroke-3" />}
                    </span>
                  )}
                </span>
                <span
                  className={cx(
                    "text-xs leading-tight",
                    isHere
                      ? "font-strong text-ink"
                      : "text-ink-muted group-enabled/step:group-hover/step:text-ink",
                  )}
                >
                  {t(`snags.statuses.${status}`)}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      {snag.status === "disputed" && (
        <div className="flex gap-2 rounded-md bg-note-soft px-3 py-2 text-sm text-note-text">
          <StatusMark status="disputed" className="mt-px size-4.5" />
          <div className="flex min-w-0 flex-col gap-0.5">
            <p className="font-strong">{t("snags.statuses.disputed")}</p>
            {disputeOf(snag) !== "" && (
              <p className="own-direction wrap-anywhere whitespace-pre-line">
                {t("snags.flow.dispute", { reason: disputeOf(snag) })}
              </p>
            )}
          </div>
        </div>
      )}
      {(steps.length > 0 || mayDispute) && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {steps.map((status) => (
            <Button
              key={status}
              variant={isNext(status) ? "primary" : "secondary"}
              onPress={() => set(status)}
              className="max-md:flex-1"
            >
              {wordOf(status)}
              {isNext(status) && <Icon of={ArrowRight} size="sm" points />}
            </Button>
          ))}
          {mayDispute && (
            <Button variant="quiet" onPress={() => set("disputed")}>
              {t("snags.flow.next.disputed")}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
