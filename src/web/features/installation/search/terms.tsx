import { History, TrendingUp, X } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "#web/ui/bare-icon-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useForgetTerm, usePopularTerms, useRecentTerms } from "./search.queries.ts";

interface TermsProps {
  onPick: (term: string) => void;
}

/** The user's latest search terms; each can be removed, or all. Nothing when there are none. */
export function RecentTerms({ onPick }: TermsProps) {
  const t = useText();
  const { data: terms = [] } = useRecentTerms();
  const forget = useForgetTerm();
  if (terms.length === 0) return null;
  return (
    <Section
      title={t("search.recent.title")}
      action={
        <button
          type="button"
          onClick={() => forget.mutate(null)}
          className="hit-area cursor-default rounded-sm text-sm text-accent-text hover:underline"
        >
          {t("search.recent.clear")}
        </button>
      }
    >
      <ul className="-mx-2">
        {terms.map((term) => (
          <li key={term} className="flex items-center rounded-md hover:bg-hover">
            <button
              type="button"
              onClick={() => onPick(term)}
              className="flex min-h-10 min-w-0 flex-1 cursor-default items-center gap-3 rounded-md px-2 text-start touch:min-h-11"
            >
              <Icon of={History} size="sm" className="text-ink-faint" />
              <bdi className="truncate">{term}</bdi>
            </button>
            <BareIconButton
              icon={X}
              size="sm"
              label={t("search.recent.remove", { term })}
              onPress={() => forget.mutate(term)}
              className="me-1.5"
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Recent search terms of several users. */
export function PopularTerms({ onPick }: TermsProps) {
  const t = useText();
  const { data: terms = [] } = usePopularTerms();
  if (terms.length === 0) return null;
  return (
    <Section title={t("search.popular")}>
      <Chips terms={terms} onPick={onPick} icon />
    </Section>
  );
}

export function Chips({
  terms,
  onPick,
  icon = false,
}: TermsProps & { terms: readonly string[]; icon?: boolean }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {terms.map((term) => (
        <li key={term} className="max-w-full">
          <button
            type="button"
            onClick={() => onPick(term)}
            className="flex h-8 max-w-full cursor-default items-center gap-1.5 rounded-full border border-line-strong px-3 text-sm text-ink-muted transition-colors hover:bg-hover hover:text-ink touch:h-11"
          >
            {icon && <Icon of={TrendingUp} size="sm" points />}
            <bdi className="truncate">{term}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-sm font-strong text-ink-muted">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
