import { useState } from "react";
import { answerKinds, snagPriorities, snagStatuses } from "#contract/choices.ts";
import type { ByLink } from "#contract/crews.ts";
import type { Snag, SnagStep } from "#contract/snags.ts";
import { errorText } from "#web/lib/error-text.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import { type TextKey, type Translate, useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { dayAsInstant } from "../days.ts";
import { useSnagHistory } from "../snags.queries.ts";

/** The history of the snag, newest first, as sentences; loaded on demand. */
export function History({ snag }: { snag: Snag }) {
  const t = useText();
  const format = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const history = useSnagHistory(snag.id, isOpen);
  return (
    <section aria-labelledby="snag-history" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h3 id="snag-history" className="text-sm font-strong">
          {t("snags.history.title")}
        </h3>
        <Button
          size="sm"
          variant="quiet"
          aria-expanded={isOpen}
          onPress={() => setIsOpen(!isOpen)}
          className="print:hidden"
        >
          {t(isOpen ? "snags.history.hide" : "snags.history.show")}
        </Button>
      </div>
      {isOpen &&
        (history.isPending ? (
          <Skeleton className="h-20 w-full" />
        ) : history.data === undefined ? (
          <p role="alert" className="text-sm text-ink-muted">
            {errorText(history.error, t)}
          </p>
        ) : (
          <ol className="flex flex-col gap-3 border-s border-line ps-4">
            {history.data.map((step) => (
              <li key={step.id} className="flex flex-col gap-0.5 text-sm">
                {sentencesOf(step, t, format).map((sentence, at) => (
                  <span key={at} className="wrap-anywhere">
                    {sentence}
                  </span>
                ))}
                {step.captured_at !== null && (
                  <span className="text-xs text-ink-muted">
                    {t("snags.history.captured", { at: format.date(step.captured_at, "moment") })}
                  </span>
                )}
                <time dateTime={step.created_at} className="text-xs text-ink-muted">
                  {format.date(step.created_at, "moment")}
                </time>
              </li>
            ))}
          </ol>
        ))}
    </section>
  );
}

/** Labels of fields by their names in the contract. */
const fieldTexts: Readonly<Record<string, TextKey>> = {
  title: "snags.fields.title",
  text: "snags.fields.text",
  status: "snags.fields.status",
  priority: "snags.fields.priority",
  trade: "snags.fields.trade",
  assignee: "snags.fields.assignee",
  crew: "snags.fields.crew",
  id_assignee: "snags.fields.assignee",
  due_date: "snags.fields.due_date",
  room: "snags.fields.room",
  sheet: "snags.fields.sheet",
  direction: "snags.fields.direction",
  place: "snags.fields.place",
};

/** Longer text is not repeated in a sentence. */
const short = 120;

export function sentencesOf(step: SnagStep, t: Translate, format: Formatter): string[] {
  const name = step.author?.name || t("snags.history.by_nobody");
  if (step.by_link) return [byLink(step, step.by_link, t), ...reasonOf(step)];
  if (step.action === "not_applied")
    return step.changes.flatMap(({ field, from, to }) => {
      const label = fieldTexts[field];
      const said = (value: string | null) =>
        value === null || value === "" ? "–" : valueText(field, value, t, format);
      if (label === undefined) return [];
      return [t("snags.history.not_applied", { name, field: t(label), from: said(from), to: said(to) })];
    });
  if (step.action !== "changed") return [t(`snags.history.${step.action}`, { name })];
  const told = step.changes.flatMap(({ field, from, to }) => {
    if (field === "via") return [t("snags.history.via", { tool: to ?? "" })];
    const label = fieldTexts[field];
    if (label === undefined) return [];
    const said = (value: string) => valueText(field, value, t, format);
    const words = { name, field: t(label) };
    const isEmpty = (value: string | null): value is null | "" => value === null || value === "";
    if ((from?.length ?? 0) > short || (to?.length ?? 0) > short)
      return [t("snags.history.rewritten", words)];
    if (isEmpty(to)) return isEmpty(from) ? [] : [t("snags.history.cleared", { ...words, from: said(from) })];
    if (isEmpty(from)) return [t("snags.history.set", { ...words, to: said(to) })];
    return [t("snags.history.from_to", { ...words, from: said(from), to: said(to) })];
  });
  return told.length > 0 ? [...new Set(told)] : [t("snags.history.changed", { name })];
}

/** By a link: its recipient is recorded, since anyone with the link can answer. */
function byLink({ changes }: SnagStep, { name, crew, sent_to }: ByLink, t: Translate): string {
  const words = { name, crew, to: sent_to };
  const kind = answerKinds.find((one) => changes.some(({ field, to }) => field === "answer" && to === one));
  return kind === undefined ? t("snags.history.answered", words) : t(`snags.history.answers.${kind}`, words);
}

/** Its text, isolated to keep its own direction. */
const reasonOf = ({ changes }: SnagStep): string[] =>
  changes.flatMap(({ field, to }) => (field === "reason" && to !== null ? [`\u2068${to}\u2069`] : []));

function valueText(field: string, value: string, t: Translate, format: Formatter): string {
  const status = snagStatuses.find((one) => one === value);
  if (field === "status" && status !== undefined) return t(`snags.statuses.${status}`);
  const priority = snagPriorities.find((one) => one === value);
  if (field === "priority" && priority !== undefined) return t(`snags.priorities.${priority}`);
  if (field === "due_date" && /^\d{4}-\d{2}-\d{2}$/.test(value)) return format.date(dayAsInstant(value));
  // Isolated to keep its own direction within the sentence.
  return `\u2068${value}\u2069`;
}
