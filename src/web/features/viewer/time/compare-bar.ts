import { watch } from "#web/lib/store.ts";
import { element, iconButton, relabel } from "../element.ts";
import { modes } from "./address.ts";
import { isNone } from "./beside.ts";
import type { Comparison } from "./compare.ts";

/** How the two are looked at, whether they turn together, and the way out. */
export function compareBar({ frame, mode, lock, life, close }: Comparison): HTMLElement {
  const { speaker, openShare } = frame;
  const ways = modes.map((way) => {
    const button = iconButton(way, speaker.say(`compare.modes.${way}`), () => mode.set(way));
    button.append(element("span", { class: "compare-word" }, speaker.say(`compare.modes.${way}`)));
    watch(mode, life, (now) => button.setAttribute("aria-pressed", String(now === way)));
    return button;
  });
  const together = iconButton("lock", "", () => lock.isOn.set(!lock.isOn.get()));
  together.classList.add("compare-lock");
  watch(lock.isOn, life, (isOn) => {
    relabel(together, isOn ? "lock" : "unlock", speaker.say(isOn ? "compare.unlock" : "compare.lock"));
    together.setAttribute("aria-pressed", String(isOn));
  });
  const reset = iconButton("undo", speaker.say("compare.reset"), () => {
    lock.reset();
    together.focus({ preventScroll: true });
  });
  watch(lock.offset, life, (offset) => (reset.hidden = isNone(offset)));
  return element(
    "div",
    {
      class: "plate compare-bar",
      role: "toolbar",
      "aria-label": speaker.say("compare.tools"),
    },
    element("div", { class: "compare-modes" }, ...ways),
    together,
    reset,
    iconButton("share", speaker.say("actions.share"), openShare),
    iconButton("close", speaker.say("compare.close"), close),
  );
}
