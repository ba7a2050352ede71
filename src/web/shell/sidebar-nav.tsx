import { ChevronDown } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "#web/ui/bare-icon-button.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import type { MenuEntry } from "./menu.ts";
import { useIsHere, useMenu } from "./use-menu.ts";

export interface SidebarNavProps {
  isCollapsed: boolean;
  /** Called when a link was followed: the drawer of a phone closes. */
  onLeave?: () => void;
}

export function SidebarNav({ isCollapsed, onLeave }: SidebarNavProps) {
  const t = useText();
  const { main, outside, admin } = useMenu();
  const list = (entries: readonly MenuEntry[]) => (
    <ul className="flex flex-col gap-0.5">
      {entries.map((entry) => (
        <Entry key={entry.path} entry={entry} isCollapsed={isCollapsed} {...(onLeave && { onLeave })} />
      ))}
    </ul>
  );
  return (
    <nav
      aria-label={t("shell.sidebar.label")}
      className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-2 py-1.5"
    >
      {list(main)}
      {outside.length > 0 && (
        <Group title={t("shell.sidebar.outside")} isCollapsed={isCollapsed} hasLine={isCollapsed}>
          {list(outside)}
        </Group>
      )}
      {admin.length > 0 && (
        <Group title={t("shell.sidebar.admin")} isCollapsed={isCollapsed} hasLine>
          {list(admin)}
        </Group>
      )}
    </nav>
  );
}

interface GroupProps {
  title: string;
  isCollapsed: boolean;
  /** A separator before it. */
  hasLine: boolean;
  children: ReactNode;
}

/** Entries under a heading of their own. */
function Group({ title, isCollapsed, hasLine, children }: GroupProps) {
  const heading = useId();
  return (
    <>
      {hasLine && <hr className={cx("mx-2 border-line", isCollapsed ? "my-3" : "mt-3")} />}
      <section aria-labelledby={heading}>
        <h2
          id={heading}
          className={cx(
            "px-3 pb-1.5 text-xs font-strong text-ink-muted",
            hasLine ? "pt-3" : "pt-5",
            isCollapsed && "sr-only",
          )}
        >
          {title}
        </h2>
        {children}
      </section>
    </>
  );
}

interface EntryProps extends SidebarNavProps {
  entry: MenuEntry;
}

function Entry({ entry, isCollapsed, onLeave }: EntryProps) {
  const t = useText();
  const isOn = useIsHere();
  const isChildOn = entry.children.some(({ path }) => isOn(path));
  const isHere = isChildOn || isOn(entry.path);
  const [isOpen, setIsOpen] = useState(isChildOn);
  const hasChildren = entry.children.length > 0 && !isCollapsed;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In a long menu it may be below the visible part.
    if (isHere) row.current?.scrollIntoView({ block: "nearest" });
  }, [isHere]);
  return (
    <li>
      <div ref={row} className="relative flex items-center">
        <EntryLink entry={entry} isOn={isHere} isCollapsed={isCollapsed} {...(onLeave && { onLeave })} />
        {hasChildren && (
          <BareIconButton
            icon={ChevronDown}
            size="sm"
            label={t(isOpen ? "shell.sidebar.collapse_group" : "shell.sidebar.expand_group", {
              name: entry.label,
            })}
            aria-expanded={isOpen}
            onPress={() => setIsOpen(!isOpen)}
            className={cx("absolute! end-1 transition-transform", isOpen && "rotate-180")}
          />
        )}
      </div>
      {hasChildren && isOpen && (
        <ul className="mt-0.5 flex flex-col gap-0.5 ps-4">
          {entry.children.map((child) => (
            <Entry key={child.path} entry={child} isCollapsed={false} {...(onLeave && { onLeave })} />
          ))}
        </ul>
      )}
    </li>
  );
}

function EntryLink({ entry, isOn, isCollapsed, onLeave }: EntryProps & { isOn: boolean }) {
  const link = (
    <Link
      href={entry.path}
      look="plain"
      {...(isOn && { "aria-current": "page" })}
      {...(isCollapsed && { "aria-label": entry.label })}
      {...(onLeave && { onPress: onLeave })}
      className={cx(
        "relative flex h-9 w-full items-center gap-3 rounded-md text-sm no-underline transition-colors touch:h-11",
        isCollapsed ? "justify-center" : "px-3",
        isOn
          ? "bg-accent-soft font-strong text-accent-text"
          : "text-ink-muted hover:bg-hover hover:text-ink pressed:bg-press",
      )}
    >
      <Icon of={entry.icon} />
      {!isCollapsed && <span className="own-direction truncate">{entry.label}</span>}
      {entry.badge && (
        <Suspense>
          <span className={isCollapsed ? "absolute end-0 top-0" : "ms-auto"}>
            <entry.badge />
          </span>
        </Suspense>
      )}
    </Link>
  );
  return (
    <Tooltip text={entry.label} placement="end" isDisabled={!isCollapsed}>
      {link}
    </Tooltip>
  );
}
