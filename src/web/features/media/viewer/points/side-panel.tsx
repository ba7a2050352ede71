import { X } from "lucide-react";
import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";
import { useFrame } from "../frame.ts";

export interface SidePanelProps {
  title: string;
  /** Before the title, such as the icon of a snag. */
  mark?: ReactNode;
  closeLabel: string;
  onClose: () => void;
  /** Element to focus after closing where nothing was focused before; the picture by default. */
  returnTo?: () => HTMLElement | null;
  children: ReactNode;
}

/**
 * A card beside the picture, on phones a sheet from below. It is not modal: the picture stays interactive. The focus
 * moves into it, to the element with `data-first`, and returns on close.
 */
export function SidePanel({ title, mark, closeLabel, onClose, returnTo, children }: SidePanelProps) {
  const { tour } = useFrame();
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const leave = useEffectEvent((before: Element | null) => {
    const known =
      before instanceof HTMLElement && before.isConnected && before !== document.body ? before : null;
    (known ?? returnTo?.() ?? tour.panorama?.element)?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    const own = box.current;
    const before = document.activeElement;
    const first =
      own?.querySelector<HTMLElement>("input[data-first], [data-first] > button") ?? heading.current;
    first?.focus({ preventScroll: true });
    return () => {
      if (own?.contains(document.activeElement) === true) leave(before);
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from whatever has the focus within
    <section
      ref={box}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <dialog> would stand in the way of the picture's keys
      role="dialog"
      data-sheet
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
      className="absolute end-(--edge) under-60 z-4 flex max-h-[calc(100%-60px-2*var(--edge))] w-[min(23rem,calc(100%-2*var(--edge)))] flex-col rounded-lg bg-surface text-ink shadow-float anim-rise-in max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:max-h-[58dvh] max-md:w-auto max-md:rounded-b-none max-md:pb-[env(safe-area-inset-bottom)] max-md:anim-sheet-in low:start-auto low:end-[max(var(--edge),env(safe-area-inset-right))] low:edge-top low:bottom-auto low:max-h-[calc(100%-2*var(--edge))] low:w-[min(20rem,56%)] low:rounded-lg low:pb-0 low:anim-rise-in"
    >
      <div className="flex shrink-0 items-center gap-2.5 p-2 ps-5">
        {mark}
        {/* A title in the other script still begins at the card's start edge. */}
        <h2
          ref={heading}
          id={id}
          tabIndex={-1}
          className="min-w-0 flex-1 text-base leading-[1.3] font-strong wrap-anywhere outline-none"
        >
          <bdi>{title}</bdi>
        </h2>
        <PlainIconButton
          variant="onGlass"
          size="lg"
          icon={X}
          label={closeLabel}
          hasTooltip={false}
          onPress={onClose}
        />
      </div>
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 has-data-foot:scroll-pb-21 [scrollbar-color:var(--line-strong)_transparent] [scrollbar-width:thin]">
        {children}
      </div>
    </section>
  );
}
