import { AppError } from "../errors.ts";

/** Handlers of calls that are being built: each answers UNAVAILABLE. */
// biome-ignore lint: goes away with the last of them.
export function pending(api: object): never {
  return Object.fromEntries(
    Object.keys(api).map((route) => [
      route,
      async () => {
        throw new AppError("UNAVAILABLE");
      },
    ]),
  ) as never;
}
