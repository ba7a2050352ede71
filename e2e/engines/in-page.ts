import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Result of looking up an element. Lengths in CSS pixels from the viewport's corner. */
export interface Found {
  /** Number of matching elements, and of those that are visible. */
  readonly count: number;
  readonly visible: number;
  /** The selected one; undefined if it is not there. */
  readonly box?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Whether a click at its centre reaches it. */
  readonly isHit: boolean;
  readonly isEnabled: boolean;
  readonly text: string;
  readonly value: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface Wanted {
  readonly target: Data;
  readonly isVisible: boolean;
  /** Scrolls it into view before measuring. */
  readonly isReached: boolean;
  /** Click position, as shares of its size. */
  readonly at: { readonly x: number; readonly y: number };
  /** Marks the element, so that the driver finds it by a selector. */
  readonly mark?: string;
}

type Words = string | { readonly source: string; readonly flags: string };
interface Data {
  readonly role?: string;
  readonly name?: Words;
  readonly label?: Words;
  readonly text?: Words;
  readonly css?: string;
  readonly has?: Words;
  readonly within?: Data;
  readonly nth?: number;
}

type Matcher = string | RegExp;
interface TestingLibrary {
  queryAllByRole(scope: HTMLElement, role: string, options: { name?: Matcher }): HTMLElement[];
  queryAllByLabelText(scope: HTMLElement, label: Matcher): HTMLElement[];
  queryAllByText(scope: HTMLElement, text: Matcher): HTMLElement[];
}

/**
 * Runs in the page, after Testing Library: finds elements by the same rules in every engine, where each engine's own
 * driver has others. Only its text is sent there, so it must not use anything outside itself.
 */
function finder(): void {
  const library = (globalThis as unknown as { TestingLibraryDom: TestingLibrary }).TestingLibraryDom;
  const matcher = (words: Words): Matcher =>
    typeof words === "string" ? words : new RegExp(words.source, words.flags);
  const contains = (element: Element, words: Words) => {
    const text = element.textContent ?? "";
    return typeof words === "string"
      ? text.includes(words)
      : new RegExp(words.source, words.flags).test(text);
  };
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === "visible";
  };

  function all(target: Data): HTMLElement[] {
    const scopes = target.within === undefined ? [document.documentElement] : chosen(target.within, false);
    const found = scopes.flatMap((scope) => {
      if (target.role !== undefined)
        return library.queryAllByRole(
          scope,
          target.role,
          target.name === undefined ? {} : { name: matcher(target.name) },
        );
      if (target.label !== undefined) return library.queryAllByLabelText(scope, matcher(target.label));
      if (target.text !== undefined) return library.queryAllByText(scope, matcher(target.text));
      const selector = target.css ?? "*";
      const own = target.within === undefined && scope.matches(selector) ? [scope] : [];
      return [...own, ...scope.querySelectorAll<HTMLElement>(selector)];
    });
    const { has } = target;
    return has === undefined ? found : found.filter((element) => contains(element, has));
  }

  function chosen(target: Data, isVisible: boolean): HTMLElement[] {
    const found = isVisible ? all(target).filter(isSeen) : all(target);
    const { nth } = target;
    return nth === undefined ? found : found.slice(nth, nth + 1);
  }

  function look({ target, isVisible, isReached, at, mark }: Wanted): Found {
    const found = all(target);
    const visible = found.filter(isSeen);
    const element = (isVisible ? visible : found)[target.nth ?? 0];
    const none = { isHit: false, isEnabled: false, text: "", value: "", attributes: {} };
    const counts = { count: found.length, visible: visible.length };
    if (element === undefined) return { ...counts, ...none };
    if (isReached) {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth)
        element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    }
    if (mark !== undefined) element.dataset["journey"] = mark;
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width * at.x, y + height * at.y);
    const isHit = top !== null && (element.contains(top) || top.closest("label")?.contains(element) === true);
    return {
      ...counts,
      box: { x, y, width, height },
      isHit,
      isEnabled: !element.matches(":disabled, [aria-disabled=true]"),
      text: element.innerText ?? element.textContent ?? "",
      value: "value" in element ? String(element.value) : "",
      attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    };
  }

  Object.assign(globalThis, { journeyLook: look });
}

const library = fileURLToPath(
  import.meta.resolve("@testing-library/dom/dist/@testing-library/dom.umd.min.js"),
);

/** Script that a page needs once, before `lookInPage`. */
export const finderScript = `${readFileSync(library, "utf8")}\n;(${finder.toString()})();`;

/** Runs in the page; null until the finder is loaded. */
export function lookInPage(wanted: unknown): Found | null {
  const { journeyLook } = globalThis as unknown as { journeyLook?: (wanted: unknown) => Found };
  return document.body === null || journeyLook === undefined ? null : journeyLook(wanted);
}
