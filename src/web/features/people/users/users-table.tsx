import { useRouter } from "@tanstack/react-router";
import type { UserRow } from "#contract/users.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import type { ColumnChoice } from "#web/lib/list-columns.ts";
import { personName } from "#web/lib/person-name.ts";
import type { Selection } from "#web/lib/selection.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Card } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { Link } from "#web/ui/link.tsx";
import { RoleChip, StateChip, TwoFactorChip } from "./user-marks.tsx";

export type UserColumn = TableColumn<UserRow> & ColumnChoice;

export interface UsersTableProps {
  users: readonly UserRow[];
  columns: readonly UserColumn[];
  selection: Selection;
}

export function UsersTable({ users, columns, selection }: UsersTableProps) {
  const t = useText();
  const router = useRouter();
  return (
    <Card isPadded={false}>
      <DataTable
        label={t("users.title")}
        columns={columns}
        rows={users}
        rowId={({ id }) => String(id)}
        selection={{
          selected: new Set([...selection.ids].map(String)),
          onSelect: (ids) => selection.replace([...ids].map(Number)),
        }}
        onOpen={(id) => router.history.push(`/edituser/${id}`)}
      />
    </Card>
  );
}

export function useUserColumns(): UserColumn[] {
  return columnsOf(useText(), useFormat());
}

const columnsOf = (t: Translate, format: Formatter): UserColumn[] => [
  {
    id: "name",
    label: t("users.name"),
    isFixed: true,
    width: "3fr",
    minWidth: 240,
    cell: (user) => (
      <span className="flex items-center gap-3 py-1.5">
        <Avatar name={personName(user)} picture={user.avatar} />
        <span className="min-w-0">
          <Link
            href={`/edituser/${user.id}`}
            look="plain"
            className="hit-line own-direction block truncate font-strong"
          >
            {personName(user)}
          </Link>
          <span className="own-direction block truncate text-xs text-ink-muted">{user.email}</span>
        </span>
      </span>
    ),
  },
  {
    id: "company",
    label: t("users.company"),
    width: "2fr",
    minWidth: 140,
    cell: ({ company }) => <bdi>{company}</bdi>,
  },
  { id: "role", label: t("users.role"), width: 160, cell: ({ role }) => <RoleChip role={role} /> },
  { id: "state", label: t("users.state"), width: 170, cell: ({ state }) => <StateChip state={state} /> },
  {
    id: "two_factor",
    label: t("users.two_factor"),
    width: 130,
    cell: (user) => <TwoFactorChip isOn={user["2fa_enabled"]} />,
  },
  {
    id: "username",
    label: t("users.username"),
    isExtra: true,
    width: 160,
    cell: ({ username }) => <bdi>{username}</bdi>,
  },
  {
    id: "created",
    label: t("users.member_since"),
    isExtra: true,
    width: 150,
    cell: ({ created_at }) => format.date(created_at),
  },
  {
    id: "seen",
    label: t("users.seen"),
    width: 150,
    cell: ({ last_seen_at }) => (last_seen_at === null ? t("users.never") : format.ago(last_seen_at)),
  },
];
