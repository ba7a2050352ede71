import { Building2, Cloud, EllipsisVertical, Unplug, UserRound } from "lucide-react";
import type { AutodeskHub } from "#contract/autodesk.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { cx } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useHubs } from "../autodesk.queries.ts";
import { browseHref } from "../browse-address.ts";
import { LinkedProjects } from "../links/linked-projects.tsx";
import { Rows, RowsSkeleton, rowLook, wholeRow } from "../rows.tsx";
import { useDisconnectAsked } from "../states/disconnect.tsx";
import { RecentSyncs } from "../syncs/recent-syncs.tsx";
import { Trouble } from "../trouble.tsx";
import { Warnings } from "./warnings.tsx";

/** The hubs of the account, linked projects, and recent imports. */
export function HubsScreen({ account }: { account: string }) {
  const t = useText();
  const hubs = useHubs();
  const disconnect = useDisconnectAsked();
  return (
    <>
      <PageHeader
        title={t("autodesk.title")}
        note={
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="size-2 rounded-full bg-ok" />
            {account === "" ? t("autodesk.connected") : t("autodesk.connected_as", { account })}
          </span>
        }
        actions={
          <Menu
            label={t("autodesk.account")}
            trigger={
              <IconButton
                icon={EllipsisVertical}
                label={t("autodesk.account")}
                hasTooltip={false}
                className="touch:size-11"
              />
            }
          >
            <MenuItem
              icon={Unplug}
              label={t("autodesk.disconnect.act")}
              onAction={disconnect.ask}
              isDestructive
            />
          </Menu>
        }
      />
      <div className="grid items-start gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <section aria-labelledby="adsk-hubs">
            <h2 id="adsk-hubs" className="mb-3 font-strong">
              {t("autodesk.hubs.title")}
            </h2>
            {hubs.isPending ? (
              <RowsSkeleton lines={3} />
            ) : hubs.data === undefined ? (
              <Trouble
                error={hubs.error}
                fallback="autodesk.hubs.failed"
                onRetry={() => void hubs.refetch()}
              />
            ) : (
              <>
                <Warnings warnings={hubs.data.warnings} className="mb-3" />
                <Hubs items={hubs.data.items} isPartial={hubs.data.warnings.length > 0} />
              </>
            )}
          </section>
          <LinkedProjects isConnected />
        </div>
        <RecentSyncs />
      </div>
      {disconnect.dialog}
    </>
  );
}

function Hubs({ items, isPartial }: { items: readonly AutodeskHub[]; isPartial: boolean }) {
  const t = useText();
  if (items.length === 0)
    return (
      <EmptyState
        icon={Cloud}
        title={t(isPartial ? "autodesk.hubs.silent_title" : "autodesk.hubs.empty_title")}
        text={t(isPartial ? "autodesk.hubs.silent_text" : "autodesk.hubs.empty_text")}
        className="rounded-lg bg-surface ring-1 ring-line"
      />
    );
  return (
    <Rows label={t("autodesk.hubs.title")}>
      {items.map(({ id, name, kind, region }) => (
        <li key={id} className={cx(rowLook, "relative transition-colors hover:bg-hover")}>
          <Icon of={kind === "personal" ? UserRound : Building2} className="text-ink-muted" />
          <Link href={browseHref({ hub: id })} look="plain" className={cx(wholeRow, "min-w-0 flex-1")}>
            <span className="own-direction block truncate font-strong">{name}</span>
            {region !== "" && <span className="block text-xs text-ink-muted">{regionName(region, t)}</span>}
          </Link>
          <Chip>{t(`autodesk.hubs.kinds.${kind}`)}</Chip>
        </li>
      ))}
    </Rows>
  );
}

const regions = ["US", "EMEA", "AUS", "CAN", "DEU", "IND", "JPN", "GBR", "APAC"] as const;

/** Region of a hub's data; an unknown region under Autodesk's own name. */
export function regionName(region: string, t: ReturnType<typeof useText>): string {
  const known = regions.find((one) => one === region);
  return known === undefined ? region : t(`autodesk.regions.${known}`);
}
