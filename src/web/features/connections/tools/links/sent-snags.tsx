import { CircleCheck, Send, TriangleAlert } from "lucide-react";
import type { SnagLink, Tool } from "#contract/tools.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { ListBody } from "#web/shell/list/list-body.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FilterChip } from "#web/ui/filter-chips.tsx";
import { Link } from "#web/ui/link.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { LinkState } from "../link-state.tsx";
import { linksPerPage, useLinks } from "../tools.queries.ts";
import { CardLink } from "./card-link.tsx";
import { LinkMenu } from "./link-menu.tsx";
import { linkList } from "./list-state.ts";

/** Sent snags, newest change first, and their status. */
export function SentSnags({ tool }: { tool: Tool }) {
  const t = useText();
  const [filter, change] = linkList.use();
  const links = useLinks(tool, filter);
  const isFiltered = filter.search !== "" || filter.project !== null || filter.troubled;
  const clear = () => change(linkList.plain);
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
      <ListBody
        list={links}
        none={<NothingSent tool={tool} />}
        {...(filter.troubled && filter.search === "" && { noMatch: <NoTrouble onClear={clear} /> })}
        isNarrowed={isFiltered}
        onClear={clear}
        paging={{ page: filter.page, perPage: linksPerPage, onPage: (page) => change({ page }) }}
      >
        {(items) => (
          <ul className="divide-y divide-line rounded-lg bg-surface ring-1 ring-line">
            {items.map((link) => (
              <LinkRow key={link.id} link={link} />
            ))}
          </ul>
        )}
      </ListBody>
    </section>
  );
}

/** Number, title and location first; its status after them; on phones below. */
function LinkRow({ link }: { link: SnagLink }) {
  const t = useText();
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
            className="hit-line own-direction block truncate text-sm font-strong hover:underline"
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
          <p className="text-xs wrap-anywhere text-ink-muted md:col-span-2">
            {t("tools.links.answered", { tool: t(`tools.names.${link.tool}`), reason: link.failure })}
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

/** Within the next minute, or overdue. */
const isSoon = (at: string) => Date.parse(at) - Date.now() < 60_000;

/** The card's own status, and the time of the next check. */
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

/** Before anything was sent. */
function NothingSent({ tool }: { tool: Tool }) {
  const t = useText();
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
}

/** Shown when only failed deliveries are listed, and there are none. */
function NoTrouble({ onClear }: { onClear: () => void }) {
  const t = useText();
  return (
    <EmptyState
      icon={CircleCheck}
      title={t("tools.links.calm_title")}
      text={t("tools.links.calm_text")}
      action={<Button onPress={onClear}>{t("common.clear_filters")}</Button>}
    />
  );
}
