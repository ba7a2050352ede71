import { watch } from "#web/lib/store.ts";
import { element, icon } from "../element.ts";
import type { Comparison } from "./compare.ts";

const smallStep = 2;
const largeStep = 10;

const between = (value: number) => Math.min(100, Math.max(0, value));

/** One picture over the other, parted by a line that can be dragged and moved by the keyboard. */
export function wiper({ frame, mode, share, side, life }: Comparison, pane: HTMLElement): HTMLElement {
  const isRtl = frame.speaker.direction === "rtl";
  const move = (value: number) => share.set(between(value));
  const handle = element(
    "div",
    {
      class: "wipe",
      role: "slider",
      tabindex: "0",
      "aria-orientation": "horizontal",
      "aria-valuemin": "0",
      "aria-valuemax": "100",
      "aria-label": frame.speaker.say("compare.divider"),
      onkeydown: (event) => {
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
      },
      onpointerdown: (event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        handle.focus({ preventScroll: true });
        handle.setPointerCapture(event.pointerId);
      },
      onpointermove: (event) => {
        if (!handle.hasPointerCapture(event.pointerId)) return;
        const { left, width } = pane.getBoundingClientRect();
        const at = ((event.clientX - left) / width) * 100;
        move(isRtl ? 100 - at : at);
      },
    },
    element("span", { class: "wipe-grip" }, icon("wipe")),
  );
  const show = () => {
    const isWipe = mode.get() === "wipe";
    const at = share.get();
    handle.hidden = !isWipe;
    // At the ends there is still something to grab.
    handle.style.insetInlineStart = `clamp(22px, ${at}%, calc(100% - 22px))`;
    handle.setAttribute("aria-valuenow", String(Math.round(at)));
    // The second picture lies above: it is cut where the first one is to be seen.
    const cut = side === "start" ? at : 100 - at;
    const isLeftCut = (side === "start") !== isRtl;
    pane.style.clipPath = !isWipe ? "" : isLeftCut ? `inset(0 0 0 ${cut}%)` : `inset(0 ${cut}% 0 0)`;
  };
  watch(mode, life, show);
  watch(share, life, show);
  return handle;
}

/** One picture over the other, more or less of it. */
export function fader({ frame, mode, share, side, life }: Comparison, pane: HTMLElement): HTMLElement {
  const { speaker, root } = frame;
  const input = element("input", {
    type: "range",
    class: "fade-range",
    min: "0",
    max: "100",
    step: "1",
    "aria-label": speaker.say("compare.fade"),
    oninput: () => share.set(Number(input.value)),
  });
  const box = element("div", { class: "plate fade" }, input);
  const show = () => {
    const isFade = mode.get() === "fade";
    box.hidden = !isFade;
    input.value = String(share.get());
    // To the end of the line the picture of the end.
    const seen = side === "start" ? share.get() : 100 - share.get();
    pane.style.opacity = isFade ? String(seen / 100) : "";
    // What is hardly seen takes no presses; the arrows are those of the picture that is seen more.
    if (isFade) root.dataset["above"] = seen < 50 ? "first" : "second";
    else delete root.dataset["above"];
  };
  watch(mode, life, show);
  watch(share, life, show);
  life.addEventListener("abort", () => delete root.dataset["above"]);
  return box;
}
