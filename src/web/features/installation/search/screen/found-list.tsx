import { CloudOff, SearchX } from "lucide-react";
import type { SearchHit } from "#contract/search.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { useFollow } from "#web/shell/use-follow.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { HitRow } from "../hit-row.tsx";
import { rememberTerm } from "../search.queries.ts";
import type { SearchAddress } from "./address.ts";
import { useCachedHits, usePage } from "./use-pages.ts";

interface FoundListProps {
  state: SearchAddress;
  onChange: (change: Partial<SearchAddress>) => void;
}

/** The results, page below page. */
export function FoundList({ state, onChange }: FoundListProps) {
  const t = useText();
  const first = usePage(state, 1);
  const last = usePage(state, state.page);
  const cached = useCachedHits(state, first.error);
  if (cached !== null) return <CachedList hits={cached} q={state.q} />;
  if (first.isError)
    return <LoadFailure screen="search" error={first.error} onRetry={() => void first.refetch()} />;
  if (first.data === undefined) return <ListSkeleton rows={6} />;
  if (first.data.items.length === 0 && !first.isPlaceholderData)
    return <Nothing state={state} onChange={onChange} />;
  const pages = Array.from({ length: state.page }, (_, at) => at + 1);
  return (
    <div className={first.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
      {first.data.is_approximate && (
        <output className="mb-3 block text-ink-muted">{t("search.approximate")}</output>
      )}
      <ul className="-mx-2 flex flex-col">
        {pages.map((page) => (
          <Page key={page} state={state} page={page} />
        ))}
      </ul>
      {last.data?.has_more === true && !last.isPlaceholderData && (
        <div className="mt-4 flex justify-center print:hidden">
          <Button onPress={() => onChange({ page: state.page + 1 })}>{t("search.show_more")}</Button>
        </div>
      )}
    </div>
  );
}

function Page({ state, page }: { state: SearchAddress; page: number }) {
  const found = usePage(state, page);
  if (found.isError)
    return (
      <li>
        <LoadFailure screen="search" error={found.error} onRetry={() => void found.refetch()} />
      </li>
    );
  if (found.data === undefined || (page > 1 && found.isPlaceholderData))
    return (
      <li>
        <ListSkeleton rows={3} />
      </li>
    );
  return found.data.items.map((hit) => <Hit key={`${hit.type} ${hit.id}`} hit={hit} q={state.q} />);
}

function Hit({ hit, q, isKept = true }: { hit: SearchHit; q: string; isKept?: boolean }) {
  const follow = useFollow();
  return (
    <li className="border-b border-line last:border-0">
      <a
        href={hit.url}
        onClick={(event) => {
          if (isKept) void rememberTerm(q);
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          follow(hit.url);
        }}
        className="flex min-h-14 items-center rounded-md px-2 py-2 text-sm no-underline -outline-offset-2 hover:bg-hover"
      >
        <HitRow hit={hit} typed={q} />
      </a>
    </li>
  );
}

function CachedList({ hits, q }: { hits: readonly SearchHit[]; q: string }) {
  const t = useText();
  if (hits.length === 0)
    return <EmptyState icon={CloudOff} title={t("search.none")} text={t("search.offline_none")} />;
  return (
    <>
      <Banner tone="warn" className="mb-4">
        {t("search.offline")}
      </Banner>
      <ul className="-mx-2 flex flex-col">
        {hits.map((hit) => (
          <Hit key={`${hit.type} ${hit.id}`} hit={hit} q={q} isKept={false} />
        ))}
      </ul>
    </>
  );
}

function Nothing({ state, onChange }: FoundListProps) {
  const t = useText();
  return (
    <output className="block">
      <EmptyState
        icon={SearchX}
        title={t("search.tips.title", { term: state.q })}
        text={t("search.tips.text")}
        action={
          state.type !== null && (
            <Button onPress={() => onChange({ type: null })}>{t("search.tips.other_types")}</Button>
          )
        }
      />
    </output>
  );
}

function ListSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden className="flex flex-col">
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className="flex min-h-14 items-center gap-3 py-2">
          <Skeleton className="size-9" />
          <span className="flex flex-1 flex-col gap-1.5">
            <Skeleton className={at % 2 === 0 ? "h-4 w-3/5" : "h-4 w-2/5"} />
            <Skeleton className="h-3 w-28" />
          </span>
          <Skeleton className="h-3 w-20" />
        </div>
      ))}
    </div>
  );
}
