import { test as base, expect } from "@playwright/test";
import { PageErrors } from "./page-errors.ts";

interface Fixtures {
  /** Errors that this journey provokes, as `METHOD STATUS address` or the text of the console. */
  readonly expectedErrors: readonly RegExp[];
  readonly withoutErrors: undefined;
}

/** Playwright's test: a journey fails when one of its pages reports an error that is not expected. */
export const test = base.extend<Fixtures, { pageErrors: PageErrors }>({
  expectedErrors: [[], { option: true }],
  pageErrors: [
    async ({ browser }, use) => {
      const errors = new PageErrors();
      errors.watchAll(browser);
      await use(errors);
    },
    { scope: "worker", auto: true },
  ],
  withoutErrors: [
    async ({ pageErrors, expectedErrors }, use, info) => {
      await use(undefined);
      const odd = pageErrors.take(expectedErrors);
      // A journey that failed already says why; its pages were left in the middle of something.
      if (info.status === info.expectedStatus) expect(odd, "errors in the console of a page").toEqual([]);
    },
    { auto: true },
  ],
});
