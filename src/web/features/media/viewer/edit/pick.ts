import type { Direction } from "#panorama/types.ts";
import { watch } from "#web/lib/store.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import type { Editing } from "./editing.ts";

/**
 * Asks for a position in the picture: by a press, or by keyboard, turned under the crosshair in the middle and
 * confirmed by Enter. Null when it was cancelled.
 */
export function pickPlace(
  editing: Editing,
  what: "way" | "info" | "snag" | "north",
): Promise<Direction | null> {
  const { frame, signal } = editing;
  const { tour, root } = frame;
  const { panorama } = tour;
  editing.close();
  if (panorama === undefined) return Promise.resolve(null);
  const t = translate.get();
  const ended = new AbortController();
  const before = document.activeElement;
  return new Promise((resolve) => {
    const end = (place: Direction | null) => {
      if (ended.signal.aborted) return;
      ended.abort();
      stop();
      editing.asked.set(null);
      root.removeAttribute("data-picking");
      if (tour.taker.get() === take) tour.taker.set(taker);
      if (place === null && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
      resolve(place);
    };
    const taker = tour.taker.get();
    // Existing points may cover the intended position.
    const take = ({ yaw, pitch }: Direction) => end({ yaw, pitch });
    tour.taker.set(take);
    const stop = panorama.on("click", take);
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape") end(null);
      else if (event.key === "Enter" && event.target === panorama.element) {
        const { yaw, pitch } = panorama.view;
        end({ yaw, pitch });
      } else return;
      event.preventDefault();
      event.stopPropagation();
    };
    root.addEventListener("keydown", press, { signal: ended.signal, capture: true });
    // Another room has another picture.
    let isFirst = true;
    watch(tour.room, ended.signal, () => {
      if (!isFirst) end(null);
      isFirst = false;
    });
    signal.addEventListener("abort", () => end(null), { signal: ended.signal });
    root.setAttribute("data-picking", "");
    editing.asked.set({ hint: t(`tour.pick.${what}`), keys: t("tour.pick.keys"), cancel: () => end(null) });
    panorama.element.focus({ preventScroll: true });
  });
}
