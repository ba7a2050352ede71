import { element, icon } from "../element.ts";
import type { Frame } from "../frame.ts";

/** The way from the viewer back into the application, for members: guests came from nowhere in it. */
export function wayOut({ tour, speaker, root, life, isEmbedded }: Frame): HTMLElement | null {
  if (isEmbedded || tour.visit.get().id_visit === null) return null;
  const links = element("nav", { class: "plate exit-menu", "aria-label": speaker.say("leave.label") });
  const box = element("details", {
    class: "exit",
    onkeydown: (event) => {
      if (event.key !== "Escape" || !box.open) return;
      event.stopPropagation();
      box.open = false;
      summary.focus();
    },
  });
  const summary = element(
    "summary",
    { class: "tool", "aria-label": speaker.say("leave.label"), title: speaker.say("leave.label") },
    icon("previous"),
  );
  box.append(summary, links);
  // A press anywhere else closes it.
  root.addEventListener(
    "pointerdown",
    ({ target }) => {
      if (target instanceof Node && !box.contains(target)) box.open = false;
    },
    { signal: life, capture: true },
  );
  tour.visit.watch(life, ({ id_visit, id_project, name, project }) => {
    links.replaceChildren(
      ...(id_project === null ? [] : [link(`/project/${id_project}`, project, speaker.say("leave.project"))]),
      ...(id_visit === null ? [] : [link(`/editvisit/${id_visit}`, name, speaker.say("leave.visit"))]),
      link("/dashboard", speaker.say("leave.dashboard")),
    );
  });
  return box;
}

const link = (href: string, name: string, kind?: string): HTMLElement =>
  element(
    "a",
    { class: "exit-link", href },
    kind !== undefined && element("span", { class: "exit-kind" }, kind),
    " ",
    element("span", { class: "exit-name", dir: "auto" }, name),
  );
