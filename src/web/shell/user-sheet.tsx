import { LogOut } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx, optionRow } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { LogoutDialog } from "./logout-dialog.tsx";
import { useHasRoute } from "./use-menu.ts";
import { accountEntries, Who } from "./user-menu.tsx";

/** The user menu of phones: a sheet from below. */
export function UserSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText();
  const user = useSignedInUser();
  const hasRoute = useHasRoute();
  const [isLeaving, setIsLeaving] = useState(false);
  const row = cx(optionRow, "-mx-2.5 w-auto no-underline");
  return (
    <>
      <Modal title={t("shell.user_menu.label")} isOpen={isOpen} onClose={onClose} size="sm">
        <div className="mb-2 flex items-center gap-3">
          <Avatar name={user.username} picture={user.avatar} />
          <Who className="flex-1" />
        </div>
        {accountEntries
          .filter(({ path }) => hasRoute(path))
          .map(({ path, label, icon }) => (
            <Link key={path} href={path} look="plain" onPress={onClose} className={row}>
              <Icon of={icon} size="sm" className="text-ink-muted" />
              {t(label)}
            </Link>
          ))}
        <Button
          className={row}
          onPress={() => {
            onClose();
            setIsLeaving(true);
          }}
        >
          <Icon of={LogOut} size="sm" points className="text-ink-muted" />
          {t("shell.user_menu.logout")}
        </Button>
      </Modal>
      <LogoutDialog isOpen={isLeaving} onClose={() => setIsLeaving(false)} />
    </>
  );
}
