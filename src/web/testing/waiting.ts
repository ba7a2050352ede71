import { configure, getConfig } from "@testing-library/react";

/** True during each check of a waiting query; the library keeps it private. */
interface Looking {
  readonly _disableExpensiveErrorDiagnostics?: boolean;
}

const { getElementError } = getConfig();
const present = (): ReturnType<typeof getConfig> & Looking => getConfig();

configure({
  // The first screen of a file loads its own chunk: on a busy machine a second is not enough.
  asyncUtilTimeout: 15_000,
  // Each check of a waiting query would print the whole page into an unread error. The last one still does.
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isLooking = false } = present();
    return isLooking
      ? Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" })
      : getElementError(message, container);
  },
});
