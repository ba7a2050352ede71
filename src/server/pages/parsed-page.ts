import { createRequire } from "node:module";

/** As much of an element as the tests of pages need; the server is compiled without the browser's types. */
export interface PageElement {
  readonly localName: string;
  readonly textContent: string;
  readonly dir: string;
  readonly dataset: Readonly<Record<string, string | undefined>>;
  readonly firstElementChild: PageElement | null;
  getAttribute(name: string): string | null;
  getAttributeNames(): string[];
}

export interface PageDocument {
  readonly title: string;
  readonly documentElement: PageElement;
  readonly body: PageElement;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement> & { readonly length: number };
}

const { JSDOM } = createRequire(import.meta.url)("jsdom") as {
  JSDOM: new (markup: string) => { window: { document: PageDocument } };
};

/** A page as a browser parses it; scripts are not run. */
export function parsePage(markup: string): PageDocument {
  return new JSDOM(markup).window.document;
}
