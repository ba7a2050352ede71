import { useIsMobile } from "#web/lib/media-query.ts";
import { cx } from "#web/ui/classes.ts";
import { later, useLater } from "#web/ui/later.ts";
import { Link } from "#web/ui/link.tsx";
import { Brand } from "./brand.tsx";
import { SidebarNav } from "./sidebar-nav.tsx";
import { useIsCollapsed, useIsDrawerOpen } from "./sidebar-state.ts";
import { UserMenu } from "./user-menu.tsx";

const sheet = later(() => import("./more-sheet.tsx"));

/** 224 px wide, or 64 px as icons; on phones a sheet over a dimmed page, opened by "More" in the bottom bar. */
export function Sidebar() {
  return useIsMobile() ? <More /> : <Rail />;
}

function Rail() {
  const isCollapsed = useIsCollapsed();
  return (
    <aside
      className={cx(
        "sticky top-0 flex h-dvh shrink-0 flex-col border-e border-line bg-surface transition-[width] dark:border-transparent dark:bg-sunken print:hidden",
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

function More() {
  const Sheet = useLater(sheet, useIsDrawerOpen())?.MoreSheet;
  return Sheet && <Sheet />;
}
