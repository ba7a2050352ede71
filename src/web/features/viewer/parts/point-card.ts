import type { Frame } from "../frame.ts";

/** Opens what a point tells; the cards are fetched when the first one is wanted. */
export function showCards(frame: Frame): void {
  const { tour, life, speaker } = frame;
  let close = () => {};
  tour.opened.watch(life, (point) => {
    close();
    close = () => {};
    if (point === null) return;
    void import("../points/card.ts").then(
      ({ openCard }) => {
        if (!life.aborted && tour.opened.get() === point) close = openCard(frame, point);
        return undefined;
      },
      () => frame.toast(speaker.say("points.failed")),
    );
  });
  life.addEventListener("abort", () => close(), { once: true });
}
