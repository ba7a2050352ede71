import { Bookmark, ChevronsUpDown, LogOut, type LucideIcon, User, UserPen } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { personName } from "#web/lib/person-name.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import type { TextKey } from "#web/lib/use-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { LogoutLater } from "./logout-later.tsx";
import { useHasRoute } from "./use-menu.ts";

export const accountEntries: readonly { path: string; label: TextKey; icon: LucideIcon }[] = [
  { path: "/profile", label: "shell.user_menu.profile", icon: User },
  { path: "/editprofile", label: "shell.user_menu.edit_profile", icon: UserPen },
  { path: "/saved", label: "shell.user_menu.saved", icon: Bookmark },
];

/** The signed-in user, at the bottom of the sidebar, with their menu. */
export function UserMenu({ isCollapsed }: { isCollapsed: boolean }) {
  const t = useText();
  const user = useSignedInUser();
  const hasRoute = useHasRoute();
  const [isLeaving, setIsLeaving] = useState(false);
  const entries = accountEntries.filter(({ path }) => hasRoute(path));
  return (
    <>
      <Menu
        placement="top start"
        label={t("shell.user_menu.label")}
        header={isCollapsed ? <Who className="px-3.5 pt-3 pb-1" /> : null}
        trigger={
          <Button
            {...(isCollapsed && { "aria-label": `${t("shell.user_menu.label")}: ${personName(user)}` })}
            className={cx(
              "flex w-full cursor-default items-center gap-2.5 rounded-md p-1.5 text-start transition-colors hover:bg-hover pressed:bg-press expanded:bg-hover",
              isCollapsed && "justify-center",
            )}
          >
            <Avatar name={personName(user)} picture={user.avatar} size={isCollapsed ? "sm" : "md"} />
            {!isCollapsed && (
              <>
                <span className="sr-only">{t("shell.user_menu.label")}:</span>
                <Who className="flex-1" />
                <Icon of={ChevronsUpDown} size="sm" className="text-ink-faint" />
              </>
            )}
          </Button>
        }
      >
        {entries.map(({ path, label, icon }) => (
          <MenuItem key={path} href={path} label={t(label)} icon={icon} />
        ))}
        {entries.length > 0 && <MenuSeparator />}
        <MenuItem
          label={t("shell.user_menu.logout")}
          icon={LogOut}
          points
          onAction={() => setIsLeaving(true)}
        />
      </Menu>
      <LogoutLater isOpen={isLeaving} onClose={() => setIsLeaving(false)} />
    </>
  );
}

/** Name above email address; the address alone where a user has no other name. */
export function Who({ className }: { className?: string }) {
  const user = useSignedInUser();
  const name = personName(user);
  return (
    <span className={cx("block min-w-0", className)}>
      <span className="own-direction block truncate text-sm font-strong text-ink">{name}</span>
      {name !== user.email && (
        <span className="own-direction block truncate text-xs text-ink-muted">{user.email}</span>
      )}
    </span>
  );
}
