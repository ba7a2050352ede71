import type { UserRow } from "#contract/users.ts";
import { personName } from "#web/lib/person-name.ts";
import type { Selection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Link } from "#web/ui/link.tsx";
import { RoleChip, StateChip } from "./user-marks.tsx";

/** The accounts where there is no room for a table. */
export function UsersList({ users, selection }: { users: readonly UserRow[]; selection: Selection }) {
  const t = useText();
  return (
    <ul aria-label={t("users.title")} className="flex flex-col gap-3">
      {users.map((user) => (
        <li
          key={user.id}
          className="flex items-center gap-3 rounded-lg bg-surface px-4 py-3 ring-1 ring-line"
        >
          <Checkbox
            aria-label={t("common.select_named", { name: personName(user) })}
            isSelected={selection.ids.has(user.id)}
            onChange={(isChosen) => selection.toggle(user.id, isChosen, false)}
          />
          <Link
            href={`/edituser/${user.id}`}
            look="plain"
            className="flex min-w-0 flex-1 items-center gap-3 touch:min-h-11"
          >
            <Avatar name={personName(user)} picture={user.avatar} />
            <span className="min-w-0 flex-1">
              <span className="own-direction block truncate font-strong">{personName(user)}</span>
              <span className="own-direction block truncate text-xs text-ink-muted">{user.email}</span>
              <span className="mt-1.5 flex flex-wrap gap-1.5">
                <RoleChip role={user.role} />
                {user.state !== "active" && <StateChip state={user.state} />}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
