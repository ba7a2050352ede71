import { describe, expect, it } from "vitest";
import { nothingToUpload } from "./room-upload.ts";

describe("an upload of nothing", () => {
  it.each([
    [0, 0, "errors.failed.no_files"],
    [0, 2, "errors.failed.no_valid_files"],
    [1, 2, null],
  ] as const)("with %i accepted and %i rejected says %s", (fit, refused, said) =>
    expect(nothingToUpload(fit, refused)).toBe(said),
  );
});
