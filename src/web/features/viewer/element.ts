import { type IconName, icons } from "./icons.ts";

type Child = Node | string | null | false;
type Listeners = { [K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K]) => void };
type Value = string | number | boolean | null | undefined;
type Attributes = Listeners & { readonly [name: string]: Value | ((event: never) => void) };

/** An element with attributes, `on...` listeners and children. `true` writes a bare attribute, `false` and null none. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== false));
  return made;
}

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
