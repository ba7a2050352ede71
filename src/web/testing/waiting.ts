import { configure, getConfig } from "@testing-library/react";

/** True during each check of a waiting query; the library keeps it private. */
interface Looking {
  readonly _disableExpensiveErrorDiagnostics?: boolean;
}

const { getElementError } = getConfig();
const present = (): ReturnType<typeof getConfig> & Looking => getConfig();

configure({
  // For what never appears. The first screen of a file loads its own chunk, and the machine may be busy.
  asyncUtilTimeout: 30_000,
  // Each check of a waiting query would print the whole page into an unread error. The last one still does.
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isLooking = false } = present();
    return isLooking
      ? Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" })
      : getElementError(message, container);
  },
});
