import { SearchX, Trash2, UserPlus } from "lucide-react";
import { useState } from "react";
import { type ColumnChoices, useListColumns } from "#web/lib/list-columns.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import { useSelection } from "#web/lib/selection.ts";
import { tableAddress } from "#web/lib/table-address.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { ColumnMenu } from "#web/ui/column-menu.tsx";
import { CsvLink } from "#web/ui/csv-link.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { chipLine, FilterChip } from "#web/ui/filter-chips.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SortMenu } from "#web/ui/sort-menu.tsx";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { roles, sorts, states, userList } from "./list-state.ts";
import { type UserFilter, usersPerPage, useUsers, wireFilter } from "./users.queries.ts";
import { UsersList } from "./users-list.tsx";
import { type UserColumn, UsersTable, useUserColumns } from "./users-table.tsx";

export function UsersScreen() {
  const t = useText();
  const [state, change] = userList.use();
  const [isInviting, setIsInviting] = useState(false);
  const users = useUsers(state);
  const columns = useListColumns("users", useUserColumns());
  const isMobile = useIsMobile();
  const selection = useSelection((users.data?.items ?? []).map(({ id }) => id));
  return (
    <>
      <PageHeader
        title={t("users.title")}
        actions={
          <>
            <Link href="/users/bin" look={{ variant: "quiet" }}>
              <Icon of={Trash2} size="sm" />
              {t("users.bin.short")}
            </Link>
            <Button variant="primary" icon={UserPlus} onPress={() => setIsInviting(true)}>
              {t("users.invite")}
            </Button>
          </>
        }
      />
      <Tools state={state} change={change} total={users.data?.total} columns={columns} />
      {users.isPending ? (
        <Skeleton className="h-96 w-full" />
      ) : users.isError ? (
        <LoadFailure screen="users" error={users.error} onRetry={() => void users.refetch()} />
      ) : users.data.items.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={t("users.no_match_title")}
          text={t("users.no_match_text")}
          action={<Button onPress={() => change(userList.plain)}>{t("users.clear_filters")}</Button>}
        />
      ) : (
        <div className={users.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
          {isMobile ? (
            <UsersList users={users.data.items} selection={selection} />
          ) : (
            <UsersTable users={users.data.items} columns={columns.shown} selection={selection} />
          )}
          <Pager
            page={state.page}
            perPage={usersPerPage}
            total={users.data.total}
            onChange={(page) => change({ page })}
          />
        </div>
      )}
      {selection.ids.size > 0 && <BulkBar selection={selection} />}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </>
  );
}

function Tools({
  state,
  change,
  total,
  columns,
}: {
  state: UserFilter;
  change: (change: Partial<UserFilter>) => void;
  total: number | undefined;
  columns: ColumnChoices<UserColumn>;
}) {
  const t = useText();
  return (
    <div className="mb-6 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <ListSearch
          label={t("users.search")}
          value={state.search}
          onSearch={(search) => change({ search })}
          className="w-full md:w-80"
        />
        <div className="flex flex-wrap items-center gap-1 md:ms-auto">
          <SortMenu
            label={t("users.sort")}
            choices={sorts.map((sort) => ({ value: sort, label: t(`users.sorts.${sort}`) }))}
            value={state.sort}
            onChange={(sort) => change({ sort })}
          />
          <span className="max-md:hidden">
            <ColumnMenu columns={columns} />
          </span>
          <CsvLink href={tableAddress("/api/users/export", wireFilter(state))} label={t("users.csv")} />
        </div>
      </div>
      <div className={chipLine}>
        {roles.map((role) => (
          <FilterChip
            key={role}
            label={t(`users.roles.${role}`)}
            isOn={state.role === role}
            onChange={(isOn) => change({ role: isOn ? role : null })}
          />
        ))}
        <span aria-hidden className="mx-1 w-px shrink-0 self-stretch bg-line" />
        {states
          .filter((one) => one !== "active")
          .map((one) => (
            <FilterChip
              key={one}
              label={t(`users.states.${one}`)}
              isOn={state.state === one}
              onChange={(isOn) => change({ state: isOn ? one : null })}
            />
          ))}
      </div>
      <output className="block text-ink-muted tabular-nums">
        {total === undefined ? "\u00a0" : t("users.count", { count: total })}
      </output>
    </div>
  );
}
