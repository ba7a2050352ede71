import { element } from "#web/lib/element.ts";
import { type IconName, icons } from "./icons.ts";

export { element };

const svgSpace = "http://www.w3.org/2000/svg";

/** An icon of 20 px that says nothing to a screen reader. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(svgSpace, "svg");
  const { path, turns } = icons[name];
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", turns ? "icon icon-turns" : "icon");
  const line = document.createElementNS(svgSpace, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** A button that shows an icon and says `label` in a tooltip and to a screen reader. */
export function iconButton(name: IconName, label: string, press: () => void): HTMLButtonElement {
  return element(
    "button",
    { type: "button", class: "tool", "aria-label": label, title: label, onclick: press },
    icon(name),
  );
}

/** Changes the icon and label of an `iconButton`. */
export function relabel(button: HTMLButtonElement, name: IconName, label: string): void {
  button.replaceChildren(icon(name));
  button.setAttribute("aria-label", label);
  button.title = label;
}
