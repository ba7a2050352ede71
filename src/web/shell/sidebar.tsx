import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { useIsMobile } from "#web/lib/media-query.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Link } from "#web/ui/link.tsx";
import { Brand } from "./brand.tsx";
import { SidebarNav } from "./sidebar-nav.tsx";
import { setDrawerOpen, useIsCollapsed, useIsDrawerOpen } from "./sidebar-state.ts";
import { UserMenu } from "./user-menu.tsx";

/** 224 px, or 64 px of icons; on phones a drawer of 320 px over a darkened page. */
export function Sidebar() {
  return useIsMobile() ? <Drawer /> : <Rail />;
}

function Rail() {
  const isCollapsed = useIsCollapsed();
  return (
    <aside
      className={cx(
        "sticky top-0 flex h-dvh shrink-0 flex-col border-e border-line bg-surface transition-[width] dark:border-transparent dark:bg-sunken",
        isCollapsed ? "w-16" : "w-56",
      )}
    >
      <Link
        href="/dashboard"
        look="plain"
        className={cx("flex h-14 items-center rounded-md", isCollapsed ? "justify-center" : "px-4")}
      >
        <Brand isNameShown={!isCollapsed} />
      </Link>
      <SidebarNav isCollapsed={isCollapsed} />
      <div className="border-t border-line p-2">
        <UserMenu isCollapsed={isCollapsed} />
      </div>
    </aside>
  );
}

function Drawer() {
  const t = useText();
  const isOpen = useIsDrawerOpen();
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={setDrawerOpen}
      isDismissable
      className="fixed inset-0 z-40 flex bg-veil entering:anim-fade-in exiting:anim-fade-out"
    >
      <Modal className="h-full w-80 max-w-[calc(100vw-3rem)] bg-surface shadow-float entering:anim-drawer-in exiting:anim-drawer-out dark:bg-sunken">
        <Dialog aria-label={t("shell.sidebar.label")} className="flex h-full flex-col outline-none">
          <div className="flex h-16 items-center px-5">
            <Brand />
          </div>
          <SidebarNav isCollapsed={false} onLeave={() => setDrawerOpen(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
