import { Languages, LogOut } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { personName } from "#web/lib/person-name.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx, optionRow } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import { LogoutLater } from "./logout-later.tsx";
import { SidebarNav } from "./sidebar-nav.tsx";
import { setDrawerOpen, useIsDrawerOpen } from "./sidebar-state.ts";
import { ThemeToggle } from "./theme-toggle.tsx";
import { useHasRoute } from "./use-menu.ts";
import { accountEntries, Who } from "./user-menu.tsx";

const row = cx(optionRow, "min-h-11 gap-3! px-3! no-underline");

/** The whole menu on phones as a bottom sheet: screens, then the account with language and appearance. */
export function MoreSheet() {
  const t = useText();
  const isOpen = useIsDrawerOpen();
  const [isLeaving, setIsLeaving] = useState(false);
  const close = () => setDrawerOpen(false);
  return (
    <>
      <Modal title={t("shell.sidebar.label")} isOpen={isOpen} onClose={close} size="sm">
        <div className="-mx-3 flex flex-col gap-3">
          <Person />
          <SidebarNav isCollapsed={false} onLeave={close} />
          <Account
            onLeave={close}
            onLogout={() => {
              close();
              setIsLeaving(true);
            }}
          />
        </div>
      </Modal>
      <LogoutLater isOpen={isLeaving} onClose={() => setIsLeaving(false)} />
    </>
  );
}

function Person() {
  const t = useText();
  const user = useSignedInUser();
  return (
    <div className="flex items-center gap-3 border-b border-line px-5 pb-3">
      <Avatar name={personName(user)} picture={user.avatar} />
      <Who className="flex-1" />
      <LanguageMenu
        trigger={<IconButton icon={Languages} label={t("shell.top_bar.language")} className="size-11" />}
      />
      <ThemeToggle className="size-11" />
    </div>
  );
}

function Account({ onLeave, onLogout }: { onLeave: () => void; onLogout: () => void }) {
  const t = useText();
  const hasRoute = useHasRoute();
  return (
    <section aria-label={t("shell.user_menu.label")} className="border-t border-line px-2 pt-3">
      {accountEntries
        .filter(({ path }) => hasRoute(path))
        .map(({ path, label, icon }) => (
          <Link key={path} href={path} look="plain" onPress={onLeave} className={row}>
            <Icon of={icon} className="text-ink-muted" />
            {t(label)}
          </Link>
        ))}
      <Button className={row} onPress={onLogout}>
        <Icon of={LogOut} points className="text-ink-muted" />
        {t("shell.user_menu.logout")}
      </Button>
    </section>
  );
}
