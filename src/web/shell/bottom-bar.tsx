import { Menu as MenuIcon, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { type CreateAction, CreateMenu } from "./create-menu.tsx";
import type { HeaderTools } from "./header-tools.ts";
import { LanguageMenu } from "./language-menu.tsx";
import { setDrawerOpen } from "./sidebar-state.ts";
import { ThemeToggle } from "./theme-toggle.tsx";
import { UserSheet } from "./user-sheet.tsx";

/** The tools of phones, at the lower edge where the thumb is; the main act in the middle. */
export function BottomBar({
  createActions,
  tools,
}: {
  createActions: readonly CreateAction[];
  tools: HeaderTools;
}) {
  const [First, ...others] = tools.widgets;
  const t = useText();
  const user = useSignedInUser();
  const [isAccountOpen, setIsAccountOpen] = useState(false);
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 flex h-[calc(3.75rem+env(safe-area-inset-bottom))] items-center justify-around border-t border-line bg-surface px-2 pb-[env(safe-area-inset-bottom)] print:hidden">
      <span data-tour="menu" className="contents">
        <IconButton
          icon={MenuIcon}
          label={t("shell.sidebar.open")}
          onPress={() => setDrawerOpen(true)}
          className="size-11"
        />
      </span>
      <LanguageMenu />
      <span data-tour="notifications" className="contents">
        {First && <First className="size-11" />}
      </span>
      <span data-tour="create" className="contents">
        <CreateMenu
          actions={createActions}
          trigger={
            <Button
              aria-label={t("shell.top_bar.create")}
              className="flex size-12 items-center justify-center rounded-full bg-accent text-white pressed:bg-accent-strong"
            >
              <Icon of={Plus} size="lg" />
            </Button>
          }
        />
      </span>
      {others.map((Widget, at) => (
        <Widget key={at} className="size-11" />
      ))}
      <ThemeToggle className="size-11" />
      <Button
        aria-label={t("shell.user_menu.label")}
        onPress={() => setIsAccountOpen(true)}
        className="flex size-11 items-center justify-center rounded-full"
      >
        <Avatar name={user.username} picture={user.avatar} size="sm" />
      </Button>
      <UserSheet isOpen={isAccountOpen} onClose={() => setIsAccountOpen(false)} />
    </div>
  );
}
