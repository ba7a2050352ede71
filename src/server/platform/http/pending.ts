import { AppError } from "../errors.ts";

/** Handlers of calls that are being built: each answers UNAVAILABLE. */
// oxlint-disable-next-line typescript/no-explicit-any -- goes away with the last of them
export function pending(api: object): any {
  return Object.fromEntries(
    Object.keys(api).map((route) => [
      route,
      async () => {
        throw new AppError("UNAVAILABLE");
      },
    ]),
  );
}
