import { configure, getConfig } from "@testing-library/react";

/** True during each look of somebody who waits; the library keeps it to itself. */
interface Looking {
  readonly _disableExpensiveErrorDiagnostics?: boolean;
}

const { getElementError } = getConfig();
const present = (): ReturnType<typeof getConfig> & Looking => getConfig();

configure({
  // The first screen of a file loads its own part: on a machine that is busy a second is not enough.
  asyncUtilTimeout: 15_000,
  // Each look of somebody who waits would print the whole page into an error that nobody reads. The last one still does.
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isLooking = false } = present();
    return isLooking
      ? Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" })
      : getElementError(message, container);
  },
});
