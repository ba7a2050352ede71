import { Search } from "lucide-react";
import { useListAddress } from "#web/lib/list-state.ts";
import { useText } from "#web/lib/use-text.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { fold } from "../fold.ts";
import { useSuggestions } from "../search.queries.ts";
import { Chips, PopularTerms, RecentTerms } from "../terms.tsx";
import { readAddress, type SearchAddress, writeAddress } from "./address.ts";
import { FoundList } from "./found-list.tsx";
import { TypeFilter } from "./type-filter.tsx";
import { usePage } from "./use-pages.ts";

/** All results for the text in the address, by kind; without one, earlier search terms. */
export function SearchScreen() {
  const t = useText();
  const [state, change] = useListAddress(readAddress, writeAddress);
  const search = (q: string) => change({ q });
  return (
    <div className="mx-auto max-w-200">
      <PageHeader title={t("search.label")} />
      <search className="mb-5 flex flex-col gap-3">
        <ListSearch
          label={t("search.placeholder")}
          value={state.q}
          onSearch={search}
          className="w-full print:hidden"
        />
        {state.q !== "" && <Suggestions state={state} onPick={search} />}
      </search>
      {state.q === "" ? (
        <Start onPick={search} />
      ) : (
        <>
          <TypeFilter state={state} onChange={(type) => change({ type })} />
          <FoundList state={state} onChange={change} />
        </>
      )}
    </div>
  );
}

/** Completions; those already among the results are not repeated. */
function Suggestions({ state, onPick }: { state: SearchAddress; onPick: (q: string) => void }) {
  const t = useText();
  const found = usePage(state, 1);
  const { data = [] } = useSuggestions(state.q);
  if (found.data === undefined) return null;
  const known = new Set([fold(state.q), ...found.data.items.map(({ title }) => fold(title))]);
  const others = data.map(({ text }) => text).filter((text) => !known.has(fold(text)));
  if (others.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <p className="text-sm text-ink-muted">{t("search.go_on")}</p>
      <Chips terms={others.slice(0, 5)} onPick={onPick} />
    </div>
  );
}

function Start({ onPick }: { onPick: (q: string) => void }) {
  const t = useText();
  return (
    <div className="flex flex-col gap-8">
      <EmptyState
        icon={Search}
        title={t("search.start.title")}
        text={t("search.start.text")}
        className="py-8!"
      />
      <RecentTerms onPick={onPick} />
      <PopularTerms onPick={onPick} />
    </div>
  );
}
