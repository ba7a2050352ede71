import type { Direction } from "#panorama/types.ts";
import { watch } from "#web/lib/store.ts";
import { element, icon, iconButton } from "../element.ts";
import type { Frame } from "../frame.ts";

/**
 * Lets somebody show a place in the picture: by pressing on it, or with the keyboard by turning it under the cross in
 * the middle and pressing Enter. Null when he would rather not.
 */
export function pickPlace(
  frame: Frame,
  { hint, keys, life }: { hint: string; keys: string; life: AbortSignal },
): Promise<Direction | null> {
  const { tour, root, speaker } = frame;
  const { panorama } = tour;
  if (panorama === undefined) return Promise.resolve(null);
  const ended = new AbortController();
  const before = document.activeElement;
  return new Promise((resolve) => {
    const end = (place: Direction | null) => {
      if (ended.signal.aborted) return;
      ended.abort();
      stop();
      bar.remove();
      cross.remove();
      root.removeAttribute("data-picking");
      if (tour.taker.get() === take) tour.taker.set(taker);
      if (place === null && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
      resolve(place);
    };
    const taker = tour.taker.get();
    // What is there already may hide what is meant.
    const take = ({ yaw, pitch }: Direction) => end({ yaw, pitch });
    tour.taker.set(take);
    const stop = panorama.on("click", take);
    const cross = element("div", { class: "edit-cross", "aria-hidden": "true" });
    const bar = element(
      "div",
      { class: "plate edit-hint", role: "status" },
      icon("pin"),
      element("p", {}, element("span", {}, hint), " ", element("span", { class: "edit-hint-keys" }, keys)),
      iconButton("close", speaker.say("actions.cancel"), () => end(null)),
    );
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape") end(null);
      else if (event.key === "Enter" && event.target === panorama.element) {
        const { yaw, pitch } = panorama.view;
        end({ yaw, pitch });
      } else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const { signal } = ended;
    root.addEventListener("keydown", press, { signal, capture: true });
    // Another room is another picture.
    let isFirst = true;
    watch(tour.room, signal, () => {
      if (!isFirst) end(null);
      isFirst = false;
    });
    life.addEventListener("abort", () => end(null), { signal });
    root.setAttribute("data-picking", "");
    root.append(bar, cross);
    panorama.element.focus({ preventScroll: true });
  });
}
