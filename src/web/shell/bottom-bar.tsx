import { Building2, ClipboardList, LayoutDashboard, Menu as MenuIcon, Plus } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { type CreateAction, CreateMenu } from "./create-menu.tsx";
import { setDrawerOpen, useIsDrawerOpen } from "./sidebar-state.ts";
import { useIsHere } from "./use-menu.ts";

const tabs = [
  { path: "/dashboard", label: "shell.sidebar.home", icon: LayoutDashboard },
  { path: "/projects", label: "shell.titles.projects", icon: Building2 },
  { path: "/snags", label: "shell.titles.snags", icon: ClipboardList },
] as const satisfies readonly { path: string; label: TextKey; icon: typeof MenuIcon }[];

/** One fifth of the bar, at least 44 px high and wide on a screen of 320 px. */
const cell =
  "flex h-15 min-w-0 flex-1 cursor-default flex-col items-center justify-center gap-0.5 rounded-md text-xs no-underline outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent-text";
const drawing = "flex h-6 items-center justify-center";
const off = "text-ink-muted pressed:text-ink";
const on = "font-strong text-accent-text";

/** Phones: the most used entries at the lower edge, within reach of the thumb; the rest of the menu behind "More". */
export function BottomBar({ createActions }: { createActions: readonly CreateAction[] }) {
  const t = useText();
  const isHere = useIsHere();
  const isMenuOpen = useIsDrawerOpen();
  const [home, projects, snags] = tabs;
  const isElsewhere = !tabs.some(({ path }) => isHere(path));
  const tab = ({ path, label, icon }: (typeof tabs)[number]) => (
    <Link
      href={path}
      look="plain"
      {...(isHere(path) && { "aria-current": "page" as const })}
      className={cx(cell, isHere(path) ? on : off)}
    >
      <span className={drawing}>
        <Icon of={icon} />
      </span>
      <span className="max-w-full truncate px-0.5">{t(label)}</span>
    </Link>
  );
  return (
    <nav
      aria-label={t("shell.sidebar.quick")}
      className="fixed inset-x-0 bottom-0 z-30 flex h-[calc(3.75rem+env(safe-area-inset-bottom))] items-start border-t border-line bg-surface ps-[max(0.25rem,env(safe-area-inset-left))] pe-[max(0.25rem,env(safe-area-inset-right))] pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      {tab(home)}
      {tab(projects)}
      <span data-tour="create" className="flex min-w-0 flex-1">
        <CreateMenu
          actions={createActions}
          trigger={
            <Button className={cx(cell, off)}>
              <span className={cx(drawing, "w-11 rounded-full bg-accent text-white")}>
                <Icon of={Plus} />
              </span>
              <span className="max-w-full truncate px-0.5">{t("shell.top_bar.create")}</span>
            </Button>
          }
        />
      </span>
      {tab(snags)}
      <span data-tour="menu" className="flex min-w-0 flex-1">
        <Button
          aria-haspopup="dialog"
          aria-expanded={isMenuOpen}
          onPress={() => setDrawerOpen(true)}
          className={cx(cell, isMenuOpen || isElsewhere ? on : off)}
        >
          <span className={drawing}>
            <Icon of={MenuIcon} />
          </span>
          <span className="max-w-full truncate px-0.5">{t("shell.sidebar.open")}</span>
        </Button>
      </span>
    </nav>
  );
}
