import { element, iconButton } from "../element.ts";
import type { Frame } from "../frame.ts";
import type { IconName } from "../icons.ts";
import { createSignal, type Signal } from "../signal.ts";

/** A tool that a part of the viewer offers beside the picture; it loads what it needs when it is pressed. */
export interface Offer {
  readonly id: string;
  /** Place in the column, ascending; the first three are always seen on a phone. */
  readonly order: number;
  readonly icon: IconName;
  readonly label: string;
  readonly press: (button: HTMLButtonElement) => void;
  /** For tools that are on or off. */
  readonly isPressed?: Signal<boolean> | undefined;
  readonly isShown?: Signal<boolean> | undefined;
}

/** Holds the offers; parts that are loaded later add theirs when they come. */
export class Toolbox {
  readonly offers = createSignal<readonly Offer[]>([]);

  /** Adds a tool, or puts it in place of the one of the same id. */
  offer(tool: Offer): void {
    const others = this.offers.get().filter(({ id }) => id !== tool.id);
    this.offers.set([...others, tool].toSorted((a, b) => a.order - b.order));
  }
}

/** The column of tools below the title. A phone shows the first three, and the others with their names on demand. */
export function toolbox(frame: Frame): HTMLElement {
  const { speaker, life, tools } = frame;
  const isOpen = createSignal(false);
  const more = iconButton("more", speaker.say("actions.more_tools"), () => isOpen.set(!isOpen.get()));
  more.classList.add("toolbox-more");
  const box = element("section", {
    class: "plate toolbox fades",
    "aria-label": speaker.say("actions.toolbox"),
  });
  isOpen.watch(life, (open) => {
    box.toggleAttribute("data-open", open);
    more.setAttribute("aria-expanded", String(open));
  });
  let drawn = new AbortController();
  tools.offers.watch(life, (offers) => {
    drawn.abort();
    drawn = new AbortController();
    const alive = AbortSignal.any([life, drawn.signal]);
    const buttons = offers.map((tool) => buttonFor(tool, alive, () => isOpen.set(false)));
    box.replaceChildren(...buttons, ...(offers.length > alwaysSeen ? [more] : []));
    box.hidden = offers.length === 0;
  });
  box.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && isOpen.get()) isOpen.set(false);
  });
  return box;
}

const alwaysSeen = 3;

function buttonFor(tool: Offer, life: AbortSignal, pressed: () => void): HTMLButtonElement {
  const button = iconButton(tool.icon, tool.label, () => {
    pressed();
    tool.press(button);
  });
  button.dataset["tool"] = tool.id;
  button.append(element("span", { class: "toolbox-name", "aria-hidden": "true" }, tool.label));
  tool.isPressed?.watch(life, (on) => button.setAttribute("aria-pressed", String(on)));
  tool.isShown?.watch(life, (shown) => (button.hidden = !shown));
  return button;
}
