import { expect, it, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { isOfTheLine, sendThenFinish } from "./send.ts";

vi.mock("tus-js-client", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

it("A file waits for the network when the code that sends it does not load", async () => {
  const file = new File([new Uint8Array(limits.resumable.whole + 1)], "hall.jpg");
  const finish = vi.fn();
  const hooks = { signal: new AbortController().signal, onShare: vi.fn(), onAddress: vi.fn() };
  const error: unknown = await sendThenFinish({ file, address: null }, {}, hooks, finish).catch(
    (caught: unknown) => caught,
  );
  expect(isOfTheLine(error)).toBe(true);
  expect(finish).not.toHaveBeenCalled();
});
