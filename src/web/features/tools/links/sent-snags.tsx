import { CircleCheck, SearchX, Send, TriangleAlert } from "lucide-react";
import type { SnagLink, Tool } from "#contract/tools.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FilterChip } from "#web/ui/filter-chips.tsx";
import { Link } from "#web/ui/link.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { LinkState } from "../link-state.tsx";
import { type LinkFilter, linksPerPage, useLinks } from "../tools.queries.ts";
import { CardLink } from "./card-link.tsx";
import { LinkMenu } from "./link-menu.tsx";
import { linkList } from "./list-state.ts";

/** What was sent, newest change first, and what became of it. */
export function SentSnags({ tool }: { tool: Tool }) {
  const t = useText();
  const [filter, change] = linkList.use();
  const links = useLinks(tool, filter);
  const isFiltered = filter.search !== "" || filter.project !== null || filter.troubled;
  const total = links.data?.total;
  const isEmpty = total === 0 && !isFiltered;
  return (
    <section aria-labelledby="tool-links" className="flex flex-col gap-3">
      <header className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="tool-links" className="text-lg font-strong">
          {t("tools.links.title")}
        </h2>
        {total !== undefined && !isEmpty && (
          <output className="text-sm text-ink-muted">{t("tools.links.count", { count: total })}</output>
        )}
      </header>
      {!isEmpty && (
        <div className="flex flex-wrap items-center gap-2">
          <ListSearch
            label={t("tools.links.search")}
            value={filter.search}
            onSearch={(search) => change({ search })}
            className="w-full sm:w-72"
          />
          <FilterChip
            label={t("tools.links.troubled")}
            icon={TriangleAlert}
            isOn={filter.troubled}
            onChange={(troubled) => change({ troubled })}
          />
        </div>
      )}
      {links.isPending ? (
        <RowsSkeleton />
      ) : links.data === undefined ? (
        <LoadFailure error={links.error} onRetry={() => void links.refetch()} />
      ) : links.data.items.length === 0 ? (
        <Nothing tool={tool} filter={filter} isFiltered={isFiltered} onClear={() => change(linkList.plain)} />
      ) : (
        <div className={links.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
          <ul className="divide-y divide-line rounded-lg bg-surface ring-1 ring-line">
            {links.data.items.map((link) => (
              <LinkRow key={link.id} link={link} />
            ))}
          </ul>
          <Pager
            page={filter.page}
            perPage={linksPerPage}
            total={links.data.total}
            onChange={(page) => change({ page })}
          />
        </div>
      )}
    </section>
  );
}

/** Number, title and place at the head; how it stands after them; on phones below. */
function LinkRow({ link }: { link: SnagLink }) {
  const format = useFormat();
  return (
    <li className="flex items-start gap-3 py-3 ps-4 pe-2">
      <span data-tabular className="min-w-8 pt-0.5 text-sm text-ink-muted">
        {format.number(link.number)}
      </span>
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-2 md:grid-cols-[minmax(0,1fr)_15rem]">
        <div className="min-w-0">
          <Link
            href={`/snags/${link.id_snag}?id_project=${link.id_project}`}
            look="plain"
            className="own-direction hit-area block truncate text-sm font-strong hovered:underline"
          >
            {link.title}
          </Link>
          <span className="own-direction block truncate text-xs text-ink-muted">{link.project}</span>
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 md:flex-col md:items-start">
          <LinkState state={link.state} />
          <LinkTimes link={link} />
        </div>
        {link.failure !== "" && (
          <p dir="ltr" className="text-xs wrap-anywhere text-ink-muted md:col-span-2 rtl:text-end">
            {link.failure}
          </p>
        )}
      </div>
      <span className="flex shrink-0 items-center justify-end md:w-40">
        <CardLink link={link} />
        <LinkMenu link={link} />
      </span>
    </li>
  );
}

/** Within the next minute, or late already. */
const isSoon = (at: string) => Date.parse(at) - Date.now() < 60_000;

/** What is known of the card's own status, and when it is looked at again. */
export function LinkTimes({ link }: { link: SnagLink }) {
  const t = useText();
  const format = useFormat();
  const { remote_status, next_try_at, synced_at, state } = link;
  const facts = [
    ...(remote_status === "" ? [] : [t("tools.links.remote", { status: remote_status })]),
    ...(next_try_at !== null && state !== "sent"
      ? [
          isSoon(next_try_at)
            ? t("tools.links.next_soon")
            : t("tools.links.next_try", { when: format.ago(next_try_at) }),
        ]
      : synced_at === null
        ? []
        : [format.ago(synced_at)]),
  ];
  return facts.length === 0 ? null : <span className="text-xs text-ink-muted">{facts.join(" · ")}</span>;
}

function Nothing({
  tool,
  filter,
  isFiltered,
  onClear,
}: {
  tool: Tool;
  filter: LinkFilter;
  isFiltered: boolean;
  onClear: () => void;
}) {
  const t = useText();
  const clear = <Button onPress={onClear}>{t("tools.links.clear")}</Button>;
  if (!isFiltered)
    return (
      <EmptyState
        icon={Send}
        title={t("tools.links.empty_title")}
        text={t("tools.links.empty_text", { tool: t(`tools.names.${tool}`) })}
        className="w-full max-w-none! rounded-lg border border-dashed border-line-strong py-10!"
        action={
          <Link href="/snags?view=list" look={{ variant: "secondary" }}>
            {t("tools.links.to_snags")}
          </Link>
        }
      />
    );
  const isCalm = filter.troubled && filter.search === "";
  return (
    <EmptyState
      icon={isCalm ? CircleCheck : SearchX}
      title={t(isCalm ? "tools.links.calm_title" : "tools.links.no_match_title")}
      text={t(isCalm ? "tools.links.calm_text" : "tools.links.no_match_text")}
      action={clear}
    />
  );
}

function RowsSkeleton() {
  return (
    <Outline className="flex flex-col gap-px overflow-hidden rounded-lg ring-1 ring-line">
      {[1, 2, 3].map((row) => (
        <span key={row} className="flex items-center gap-4 bg-surface px-4 py-4">
          <Skeleton className="h-4 w-6" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-6 w-28 rounded-full" />
        </span>
      ))}
    </Outline>
  );
}
