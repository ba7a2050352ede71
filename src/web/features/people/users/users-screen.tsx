import { Trash2, UserPlus } from "lucide-react";
import { useState } from "react";
import { type ColumnChoices, useListColumns } from "#web/lib/list-columns.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import { tableAddress } from "#web/lib/table-address.ts";
import { useText } from "#web/lib/use-text.ts";
import { ListScreen } from "#web/shell/list/list-screen.tsx";
import { ListTools } from "#web/shell/list/list-tools.tsx";
import { Button } from "#web/ui/button.tsx";
import { ColumnMenu } from "#web/ui/column-menu.tsx";
import { CsvLink } from "#web/ui/csv-link.tsx";
import { chipLine, FilterChip } from "#web/ui/filter-chips.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
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
  return (
    <>
      <ListScreen
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
        tools={<Tools state={state} change={change} total={users.data?.total} columns={columns} />}
        list={users}
        screen="users"
        isNarrowed={userList.isNarrowed(state)}
        onClear={() => change(userList.plain)}
        paging={{ page: state.page, perPage: usersPerPage, onPage: (page) => change({ page }) }}
        renderBar={(selection) => <BulkBar selection={selection} />}
      >
        {(items, selection) =>
          isMobile ? (
            <UsersList users={items} selection={selection} />
          ) : (
            <UsersTable users={items} columns={columns.shown} selection={selection} />
          )
        }
      </ListScreen>
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
    <ListTools
      label={t("users.search")}
      search={state.search}
      onSearch={(search) => change({ search })}
      end={
        <>
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
        </>
      }
      count={total === undefined ? undefined : t("users.count", { count: total })}
    >
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
    </ListTools>
  );
}
