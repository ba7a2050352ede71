import { type Camera, pointOf } from "../projection/camera.ts";
import type { Marker } from "../types.ts";

/** A marker this far outside the viewport, in CSS pixels, is hidden and not focusable. */
const MARGIN = 48;

interface Placed {
  marker: Marker;
  readonly button: HTMLButtonElement;
}

/** Keeps a button at its position on the sphere for every marker. */
export class MarkerLayer {
  readonly #root: HTMLElement;
  readonly #clicked: (marker: Marker, button: HTMLButtonElement) => void;
  #placed = new Map<string, Placed>();

  /** @param root positioned, left to right; receives the buttons as children, in the order of the markers. */
  constructor(root: HTMLElement, clicked: (marker: Marker, button: HTMLButtonElement) => void) {
    this.#root = root;
    this.#clicked = clicked;
  }

  /** @param direction writing direction of the page, for the text within the markers. */
  set(markers: readonly Marker[], direction: string): void {
    const before = this.#placed;
    this.#placed = new Map();
    for (const marker of markers) {
      const known = before.get(marker.id);
      const isSame = known && known.marker.element === marker.element;
      const placed = isSame ? known : { marker, button: this.#create(marker) };
      placed.marker = marker;
      this.#placed.set(marker.id, placed);
      before.delete(marker.id);
      if (known && !isSame) known.button.remove();
      describe(placed, direction);
    }
    for (const { button } of before.values()) button.remove();
    this.#order();
  }

  /** Moves every button to the screen position of its direction. */
  place(camera: Camera): void {
    for (const { marker, button } of this.#placed.values()) {
      const point = pointOf(camera, marker);
      const isSeen =
        point !== null &&
        point.x > -MARGIN &&
        point.y > -MARGIN &&
        point.x < camera.width + MARGIN &&
        point.y < camera.height + MARGIN;
      // Focus must not fall back to the start of the page when its marker turns out of view.
      if (!isSeen && button === document.activeElement) this.#root.focus({ preventScroll: true });
      button.style.visibility = isSeen ? "visible" : "hidden";
      if (!isSeen) continue;
      const [left, top] = marker.anchor ?? [0.5, 0.5];
      button.style.transform = `translate(${point.x.toFixed(2)}px, ${point.y.toFixed(2)}px) translate(${-100 * left}%, ${-100 * top}%)`;
    }
  }

  #create(marker: Marker): HTMLButtonElement {
    const { element } = marker;
    const button = element instanceof HTMLButtonElement ? element : document.createElement("button");
    button.type = "button";
    if (element && element !== button) button.append(element);
    button.style.cssText += ";position:absolute;left:0;top:0;visibility:hidden;will-change:transform";
    const press = (event: MouseEvent) => {
      event.stopPropagation();
      const placed = this.#placed.get(marker.id);
      if (placed?.button === button) this.#clicked(placed.marker, button);
    };
    button.addEventListener("click", press);
    return button;
  }

  /** The order of the document is the tab order. Buttons already in order are not moved, because moving loses the focus. */
  #order(): void {
    let next = this.#root.querySelector<HTMLElement>(":scope > .panorama-marker");
    for (const { button } of this.#placed.values()) {
      if (button === next) next = next.nextElementSibling as HTMLElement | null;
      else this.#root.insertBefore(button, next);
    }
  }
}

function describe({ marker, button }: Placed, direction: string): void {
  button.className = `panorama-marker ${marker.className ?? ""}`.trim();
  button.dir = direction;
  button.ariaLabel = marker.label;
  if (marker.element) return;
  button.textContent = marker.label;
}
