import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useIsMobile } from "#web/lib/media-query.ts";
import { useText } from "#web/lib/use-text.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Brand } from "./brand.tsx";
import { type CreateAction, CreateMenu } from "./create-menu.tsx";
import type { HeaderTools } from "./header-tools.ts";
import { LanguageMenu } from "./language-menu.tsx";
import { toggleCollapsed, useIsCollapsed } from "./sidebar-state.ts";
import { ThemeToggle } from "./theme-toggle.tsx";
import { useScreenTitle } from "./use-screen.ts";

/**
 * Sidebar toggle, title and tools. Phones: the name of the installation, search and notifications; the create menu is
 * in the bottom bar.
 */
export function TopBar({
  createActions,
  tools,
}: {
  createActions: readonly CreateAction[];
  tools: HeaderTools;
}) {
  const { search: Search, wizard: Wizard, widgets } = tools;
  const isMobile = useIsMobile();
  const title = useScreenTitle();
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-canvas/92 px-4 backdrop-blur-sm md:ps-3 md:pe-5 print:hidden">
      {isMobile ? (
        <>
          <div className="min-w-0 flex-1">
            <Brand />
          </div>
          {Wizard && <Wizard />}
          {Search && (
            <span data-tour="search" className="contents">
              <Search />
            </span>
          )}
          <span data-tour="notifications" className="contents">
            {widgets.map((Widget, at) => (
              <Widget key={at} className="size-11" />
            ))}
          </span>
        </>
      ) : (
        <>
          <SidebarToggle />
          <p className="min-w-0 flex-1 truncate text-sm font-strong text-ink-muted">{title}</p>
          {Search && (
            <span data-tour="search" className="contents">
              <Search />
            </span>
          )}
          <LanguageMenu />
          <ThemeToggle />
          {Wizard && <Wizard />}
          <span data-tour="notifications" className="contents">
            {widgets.map((Widget, at) => (
              <Widget key={at} />
            ))}
          </span>
          <span data-tour="create" className="ms-2 empty:hidden">
            <CreateMenu actions={createActions} />
          </span>
        </>
      )}
    </header>
  );
}

function SidebarToggle() {
  const t = useText();
  const isCollapsed = useIsCollapsed();
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
