import "./plan.css";
import type { ViewerSheet } from "#contract/viewer.ts";
import { element, iconButton } from "../element.ts";
import type { Frame } from "../frame.ts";
import { openDialog } from "../parts/dialog.ts";
import { createSignal, type Signal } from "../signal.ts";
import { planView, whereabouts } from "./plan-view.ts";

const isSmall = () => matchMedia("(width < 48rem), (height < 36rem)").matches;

/** The plan in the corner, for as long as it is open; on small screens the large one at once. */
export function minimap(frame: Frame, isOpen: Signal<boolean>, open: (wanted: boolean) => void): void {
  const { tour, speaker, root, life } = frame;
  const chosen = createSignal<number | undefined>(undefined);
  const sheetNow = (): ViewerSheet | undefined => {
    const { sheets } = tour.visit.get();
    return sheets.find(({ id_sheet }) => id_sheet === chosen.get()) ?? ownSheet(frame) ?? sheets[0];
  };
  let drawn = new AbortController();
  life.addEventListener("abort", () => drawn.abort());

  const enlarge = () => {
    const own = new AbortController();
    const inner = element("div", { class: "plan-large" });
    const bar = floors(frame, chosen, own.signal);
    const words = element("p", { class: "plan-words" }, whereabouts(frame));
    const dialog = openDialog(frame, speaker.say("plan.label"), ...(bar ? [bar] : []), inner, words);
    dialog.classList.add("plan-dialog");
    const shut = () => dialog.close();
    const draw = redrawn(life, (sheetLife) => {
      const sheet = sheetNow();
      inner.replaceChildren(...(sheet ? [planView(frame, sheet, sheetLife, shut)] : []));
    });
    chosen.watch(own.signal, draw);
    inner.querySelector<HTMLElement>("[aria-current]")?.focus();
    dialog.addEventListener("close", () => {
      own.abort();
      if (isSmall()) open(false);
    });
  };

  // Under a finger the small plan is one target, which opens the large one; the style sheet takes its dots away.
  const pressed = () => void (matchMedia("(pointer: coarse)").matches && enlarge());
  const stage = element("div", { class: "minimap-stage", onclick: pressed });
  const box = element(
    "section",
    { class: "plate minimap fades", "aria-label": speaker.say("plan.label") },
    element(
      "div",
      { class: "minimap-head" },
      floors(frame, chosen, life) ?? element("span", { class: "minimap-floor", dir: "auto" }),
      iconButton("expand", speaker.say("plan.expand"), enlarge),
      iconButton("close", speaker.say("plan.hide"), () => {
        open(false);
        root.querySelector<HTMLElement>("[data-tool=plan]")?.focus();
      }),
    ),
    stage,
  );
  const floor = box.querySelector(".minimap-floor");
  const draw = () => {
    drawn.abort();
    drawn = new AbortController();
    const sheet = sheetNow();
    if (!sheet || !isOpen.get() || isSmall()) return;
    if (floor) floor.textContent = sheet.floor || sheet.name;
    stage.replaceChildren(planView(frame, sheet, drawn.signal, () => undefined));
  };
  isOpen.watch(life, (wanted) => {
    if (!wanted) {
      drawn.abort();
      box.remove();
    } else if (isSmall()) enlarge();
    else {
      root.append(box);
      draw();
    }
  });
  chosen.watch(life, draw);
  // Whoever walks to another floor sees that floor.
  tour.room.watch(life, () => {
    const own = ownSheet(frame);
    if (own) chosen.set(own.id_sheet);
  });
  let looks = "";
  tour.visit.watch(life, ({ code, sheets }) => {
    const now = JSON.stringify([
      code,
      sheets.map(({ id_sheet, name, north, rooms }) => [id_sheet, name, north, rooms]),
    ]);
    if (now !== looks) draw();
    looks = now;
  });
  life.addEventListener("abort", () => box.remove());
}

/** Draws anew each time, ending what was drawn before. */
function redrawn(life: AbortSignal, draw: (life: AbortSignal) => void): () => void {
  let own = new AbortController();
  return () => {
    own.abort();
    own = new AbortController();
    draw(AbortSignal.any([life, own.signal]));
  };
}

const ownSheet = ({ tour }: Frame): ViewerSheet | undefined =>
  tour.visit.get().sheets.find(({ rooms }) => rooms.some(({ id_room }) => id_room === tour.room.get()?.id));

/** Chooses among several floors; null where there is one. */
function floors({ tour, speaker }: Frame, chosen: Signal<number | undefined>, life: AbortSignal) {
  const { sheets } = tour.visit.get();
  if (sheets.length < 2) return null;
  const select = element(
    "select",
    {
      class: "plan-floors",
      "aria-label": speaker.say("plan.floor"),
      onchange: () => chosen.set(Number(select.value)),
    },
    ...sheets.map(({ id_sheet, name, floor }) =>
      element(
        "option",
        { value: String(id_sheet) },
        floor === "" || floor === name ? name : `${name}, ${floor}`,
      ),
    ),
  );
  chosen.watch(life, (id) => (select.value = String(id ?? sheets[0]?.id_sheet ?? "")));
  return select;
}
