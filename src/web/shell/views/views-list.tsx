import { useState } from "react";
import type { AccessLog } from "#contract/access-logs.ts";
import { localeOf, useFormat } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { durationText } from "#web/lib/use-countdown.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { FilterChip } from "#web/ui/filter-chips.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useViewLog, type ViewsSource, viewsPerPage } from "./views-source.ts";

/** Views one by one, newest first. */
export function ViewsList({ source }: { source: ViewsSource }) {
  const t = useText();
  const [filter, setFilter] = useState({ search: "", guestsOnly: false, page: 1 });
  const log = useViewLog(source, filter);
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <ListSearch
          label={t("sharing.views.search")}
          value={filter.search}
          onSearch={(search) => setFilter({ ...filter, search, page: 1 })}
          className="min-w-52 flex-1 sm:max-w-80"
        />
        <FilterChip
          label={t("sharing.views.guests_only")}
          isOn={filter.guestsOnly}
          onChange={(guestsOnly) => setFilter({ ...filter, guestsOnly, page: 1 })}
        />
        <output className="ms-auto text-sm text-ink-muted tabular-nums">
          {log.data && t("sharing.views.count", { count: log.data.total })}
        </output>
      </div>
      {log.data === undefined ? (
        <Skeleton className="h-40" />
      ) : log.data.items.length === 0 ? (
        <p className="py-6 text-center text-ink-muted">{t("sharing.views.no_match")}</p>
      ) : (
        <ul aria-label={t("sharing.views.list")} className="divide-y divide-line">
          {log.data.items.map((view) => (
            <ViewRow key={view.id} view={view} />
          ))}
        </ul>
      )}
      {log.data !== undefined && (
        <Pager
          page={filter.page}
          perPage={viewsPerPage}
          total={log.data.total}
          onChange={(page) => setFilter({ ...filter, page })}
        />
      )}
    </div>
  );
}

function ViewRow({ view }: { view: AccessLog }) {
  const t = useText();
  const format = useFormat();
  const duration = useDuration();
  const { person, browser, device, address } = view;
  const isUnknown = person === null && address === "" && browser === "";
  const name = person?.name ?? t(isUnknown ? "sharing.views.guest_unknown" : "sharing.views.guest");
  const means = [browser, device === "" ? "" : t(`sharing.views.device.${kindOf(device)}`)].filter(Boolean);
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Avatar name={name} picture={person?.avatar ?? null} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="own-direction truncate font-strong">{name}</span>
          {view.is_open && <Chip tone="accent">{t("sharing.views.now")}</Chip>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-muted">
          {means.length > 0 && <span>{means.join(" · ")}</span>}
          {address !== "" && <bdi className="tabular-nums">{address}</bdi>}
        </p>
      </div>
      <div className="shrink-0 text-end text-sm">
        <time dateTime={view.started_at} className="block tabular-nums">
          {format.date(view.started_at, "moment")}
        </time>
        <span className="text-ink-muted tabular-nums">
          {duration(view.duration_seconds)}
          {view.rooms > 0 && <> · {t("sharing.views.rooms", { count: view.rooms })}</>}
        </span>
      </div>
    </li>
  );
}

const kinds = ["phone", "tablet", "desktop"] as const;
const kindOf = (device: string) => kinds.find((kind) => kind === device) ?? "other";

/** In whole minutes from one minute on. */
function useDuration() {
  const locale = localeOf(useLanguage());
  return (seconds: number): string => {
    const step = seconds < 60 ? 1 : 60;
    return durationText(Math.max(1, Math.round(seconds / step) * step), locale);
  };
}
