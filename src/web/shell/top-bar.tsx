import { Menu as MenuIcon, PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useIsMobile } from "#web/lib/media-query.ts";
import { useText } from "#web/lib/use-text.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { type CreateAction, CreateMenu } from "./create-menu.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import { setDrawerOpen, toggleCollapsed, useIsCollapsed } from "./sidebar-state.ts";
import { ThemeToggle } from "./theme-toggle.tsx";
import { useScreenTitle } from "./use-screen.ts";

/** Sidebar toggle and title; on wide screens the tools as well, which phones have at the bottom, near the thumb. */
export function TopBar({ createActions }: { createActions: readonly CreateAction[] }) {
  const isMobile = useIsMobile();
  const title = useScreenTitle();
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-canvas/92 ps-3 pe-3 backdrop-blur-sm md:pe-5">
      <SidebarToggle isMobile={isMobile} />
      <p className="min-w-0 flex-1 truncate text-sm font-strong">{title}</p>
      {!isMobile && (
        <>
          <LanguageMenu />
          <ThemeToggle />
          <span className="ms-2 empty:hidden">
            <CreateMenu actions={createActions} />
          </span>
        </>
      )}
    </header>
  );
}

function SidebarToggle({ isMobile }: { isMobile: boolean }) {
  const t = useText();
  const isCollapsed = useIsCollapsed();
  if (isMobile) {
    return <IconButton icon={MenuIcon} label={t("shell.sidebar.open")} onPress={() => setDrawerOpen(true)} />;
  }
  return (
    <IconButton
      icon={isCollapsed ? PanelLeftOpen : PanelLeftClose}
      points
      label={t(isCollapsed ? "shell.sidebar.expand" : "shell.sidebar.collapse")}
      aria-expanded={!isCollapsed}
      onPress={toggleCollapsed}
      className="expanded:bg-transparent"
    />
  );
}
