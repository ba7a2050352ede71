import type { LucideIcon } from "lucide-react";
import { Check } from "lucide-react";
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { cx, floating, optionRow } from "../classes.ts";
import { Icon } from "../icon.tsx";
import { MenuTrigger } from "./menu-trigger.ts";

export interface PlainMenuProps {
  /** The button that opens it: a `PlainIconButton`. */
  trigger: ReactNode;
  /** Accessible name of the menu. */
  label: string;
  children: ReactNode;
  placement?: "bottom start" | "bottom end" | "top start" | "top end";
  /** Content above the entries that is not an entry. */
  header?: ReactNode;
  /** Key of the entry with the check mark, in menus that select one of several. */
  selected?: string | undefined;
  className?: string;
}

interface Open {
  readonly selected: string | undefined;
  readonly close: () => void;
}

const OpenMenu = createContext<Open | null>(null);

const places = {
  bottom: "top-full mt-1.5",
  top: "bottom-full mb-1.5",
  start: "start-0",
  end: "end-0",
} as const;

const entriesOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])") ?? []),
];

/** A menu of actions beside its button. Escape and a press anywhere else close it; the focus returns. */
export function PlainMenu({
  trigger,
  label,
  children,
  placement = "bottom end",
  header,
  selected,
  className,
}: PlainMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && box.current?.contains(target) !== true) setIsOpen(false);
    };
    // In the capture phase, before the picture handles the press.
    document.addEventListener("pointerdown", leave, true);
    return () => document.removeEventListener("pointerdown", leave, true);
  }, [isOpen]);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <span ref={box} className="relative inline-flex">
      <MenuTrigger
        value={{
          "aria-haspopup": "menu",
          "aria-expanded": isOpen,
          onPress: () => setIsOpen(!isOpen),
          buttonRef: button,
        }}
      >
        {trigger}
      </MenuTrigger>
      {isOpen && (
        <OpenMenu value={{ selected, close }}>
          <List
            label={label}
            placement={placement}
            className={className}
            leave={() => setIsOpen(false)}
            close={close}
          >
            {header}
            {children}
          </List>
        </OpenMenu>
      )}
    </span>
  );
}

interface ListProps {
  label: string;
  placement: NonNullable<PlainMenuProps["placement"]>;
  className: string | undefined;
  /** Closes and leaves the focus where it moves. */
  leave: () => void;
  close: () => void;
  children: ReactNode;
}

function List({ label, placement, className, leave, close, children }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [wanted, side] = placement.split(" ") as ["top" | "bottom", "start" | "end"];
  const [edge, setEdge] = useState(wanted);
  useLayoutEffect(() => {
    const own = list.current;
    if (own === null) return;
    const { top, bottom, height } = own.getBoundingClientRect();
    const above = (own.parentElement?.getBoundingClientRect().top ?? 0) - height;
    if (wanted === "bottom" && bottom > innerHeight && above > 0) setEdge("top");
    if (wanted === "top" && top < 0) setEdge("bottom");
    const chosen = own.querySelector<HTMLElement>("[aria-checked=true]") ?? entriesOf(own)[0];
    chosen?.focus({ preventScroll: true });
  }, [wanted]);
  const step = (event: KeyboardEvent) => {
    const entries = entriesOf(list.current);
    const at = entries.findIndex((entry) => entry === document.activeElement);
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: (at + 1) % entries.length,
      ArrowUp: (at - 1 + entries.length) % entries.length,
      Home: 0,
      End: entries.length - 1,
    };
    const target = targets[event.key];
    if (event.key === "Tab") return leave();
    if (event.key !== "Escape" && target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (target === undefined) close();
    else entries[target]?.focus();
  };
  return (
    <div
      ref={list}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={step}
      className={cx(
        floating,
        "absolute z-50 max-h-[min(24rem,70dvh)] w-max max-w-[min(20rem,calc(100vw-24px))] min-w-52 overflow-auto p-1 anim-rise-in",
        places[edge],
        places[side],
        className,
      )}
    >
      {children}
    </div>
  );
}

export interface PlainMenuItemProps {
  /** Key of the entry, in menus that select one of several. */
  id?: string;
  label: string;
  icon?: LucideIcon;
  points?: boolean;
  isDestructive?: boolean;
  isDisabled?: boolean;
  /** A smaller line under the label. */
  note?: string;
  /** Links to another page. */
  href?: string;
  onAction?: () => void;
}

export function PlainMenuItem({
  id,
  label,
  icon,
  points = false,
  isDestructive = false,
  isDisabled = false,
  note,
  href,
  onAction,
}: PlainMenuItemProps) {
  const menu = use(OpenMenu);
  const isOneOf = menu?.selected !== undefined;
  const isSelected = isOneOf && menu.selected === id;
  const props = {
    role: isOneOf ? "menuitemradio" : "menuitem",
    tabIndex: -1,
    ...(isOneOf && { "aria-checked": isSelected }),
    "aria-disabled": isDisabled || undefined,
    className: cx(
      optionRow,
      "text-start no-underline focus-visible:-outline-offset-2",
      isDestructive && "text-bad-text",
    ),
    onClick: () => {
      if (isDisabled) return;
      menu?.close();
      onAction?.();
    },
  } as const;
  const content = (
    <>
      {icon && <Icon of={icon} size="sm" points={points} className={isDestructive ? "" : "text-ink-muted"} />}
      <span className="min-w-0 flex-1">
        <span className="own-direction block truncate">{label}</span>
        {note !== undefined && <span className="block text-xs text-ink-muted">{note}</span>}
      </span>
      {isSelected && <Icon of={Check} size="sm" className="text-accent-text" />}
    </>
  );
  return href === undefined ? (
    <button type="button" {...props}>
      {content}
    </button>
  ) : (
    <a href={href} {...props}>
      {content}
    </a>
  );
}
