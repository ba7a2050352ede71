import { ChevronsLeftRight } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from "react";
import { useStore, watch } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainSlider } from "#web/ui/plain/plain-slider.tsx";
import { useFrame } from "../frame.ts";
import type { Comparison } from "./compare.tsx";

const smallStep = 2;
const largeStep = 10;

const between = (value: number) => Math.min(100, Math.max(0, value));

interface UncoverProps {
  comparison: Comparison;
  /** The second picture, on top. */
  pane: HTMLElement;
}

/** One picture over the other, divided by a line that is draggable and movable by keyboard. */
export function WipeHandle({ comparison: { mode, share, side }, pane }: UncoverProps) {
  const t = useText();
  const isRtl = useFrame().speaker.direction === "rtl";
  const isWipe = useStore(mode) === "wipe";
  const handle = useRef<HTMLDivElement>(null);
  // A drag moves it with every frame, so it bypasses React.
  useLayoutEffect(() => {
    if (!isWipe) return;
    const own = new AbortController();
    watch(share, own.signal, (at) => {
      const { current } = handle;
      if (current === null) return;
      // At the ends a part of the handle stays reachable.
      current.style.insetInlineStart = `clamp(22px, ${at}%, calc(100% - 22px))`;
      current.setAttribute("aria-valuenow", String(Math.round(at)));
      cutAt(pane, side === "start" ? at : 100 - at, (side === "start") !== isRtl);
    });
    return () => {
      own.abort();
      cutAt(pane, 0, true);
    };
  }, [isWipe, share, side, isRtl, pane]);
  if (!isWipe) return null;
  const move = (value: number) => share.set(between(value));
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? largeStep : smallStep;
    const forward = isRtl ? -step : step;
    const at = share.get();
    const to: Readonly<Record<string, number>> = {
      ArrowLeft: at - forward,
      ArrowRight: at + forward,
      ArrowDown: at - step,
      ArrowUp: at + step,
      PageDown: at - largeStep,
      PageUp: at + largeStep,
      Home: 0,
      End: 100,
    };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(next);
  };
  const grab = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left, width } = pane.getBoundingClientRect();
    const at = ((event.clientX - left) / width) * 100;
    move(isRtl ? 100 - at : at);
  };
  return (
    <div
      ref={handle}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the browser's slider has no handle as high as the picture
      role="slider"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={50}
      aria-label={t("viewer.compare.divider")}
      onKeyDown={press}
      onPointerDown={grab}
      onPointerMove={drag}
      className="group/wipe absolute inset-y-0 -ms-5.5 w-11 cursor-ew-resize touch-none outline-none before:absolute before:inset-y-0 before:start-[21px] before:w-0.5 before:bg-white before:shadow-pin"
    >
      <span className="absolute start-0 top-1/2 -mt-5.5 grid size-11 place-items-center rounded-full bg-white text-black shadow-pin group-focus-visible/wipe:outline-2 group-focus-visible/wipe:outline-offset-2 group-focus-visible/wipe:outline-accent-text">
        <Icon of={ChevronsLeftRight} className="size-5" />
      </span>
    </div>
  );
}

/** The second picture is on top: clips it where the first one is visible. Per cent. */
function cutAt({ style }: HTMLElement, cut: number, isLeft: boolean): void {
  style.clipPath = cut === 0 ? "" : isLeft ? `inset(0 0 0 ${cut}%)` : `inset(0 ${cut}% 0 0)`;
}

/** One picture over the other, with adjustable opacity. */
export function FadeHandle({ comparison: { mode, share, side }, pane }: UncoverProps) {
  const t = useText();
  const { root } = useFrame();
  const isFade = useStore(mode) === "fade";
  const value = useStore(share);
  // The end of the slider shows the picture of that side.
  const seen = side === "start" ? value : 100 - value;
  useLayoutEffect(() => {
    if (!isFade) return;
    uncover(root, pane, seen);
    return () => uncover(root, pane, null);
  }, [isFade, root, pane, seen]);
  if (!isFade) return null;
  return (
    <div className="plate absolute inset-x-0 above-56 mx-auto w-[min(26rem,calc(100%-2*var(--edge)-128px))] px-4 py-2 max-md:w-[calc(100%-2*var(--edge)-120px)]">
      <PlainSlider
        label={t("viewer.compare.fade")}
        value={value}
        onChange={(next) => share.set(next)}
        className="block w-full"
      />
    </div>
  );
}

/** A nearly transparent picture ignores presses; the visible links are those of the more opaque one. */
function uncover(root: HTMLElement, { style }: HTMLElement, seen: number | null): void {
  style.opacity = seen === null ? "" : String(seen / 100);
  if (seen === null) delete root.dataset["above"];
  else root.dataset["above"] = seen < 50 ? "first" : "second";
}
