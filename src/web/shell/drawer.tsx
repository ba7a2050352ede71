import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { useText } from "#web/lib/use-text.ts";
import { Brand } from "./brand.tsx";
import { SidebarNav } from "./sidebar-nav.tsx";
import { setDrawerOpen, useIsDrawerOpen } from "./sidebar-state.ts";

/** The menu of phones, over a darkened page. */
export function Drawer() {
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
