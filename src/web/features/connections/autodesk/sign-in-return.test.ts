import { describe, expect, it } from "vitest";
import { readSignInReturn, withoutCallback } from "./sign-in-return.ts";

describe("return from a sign-in at Autodesk", () => {
  it.each([
    [{ adsk_callback: 1, status: "success" }],
    [{ adsk_callback: "", status: "success" }],
    [{ adsk_callback: true, status: "success" }],
    [{ adsk_callback: "anything", status: "success", hub: "b.1" }],
    [{ adsk_callback: "success" }],
  ])("succeeds with %j", (address) => {
    expect(readSignInReturn(address)).toEqual({ isConnected: true, reason: "" });
  });

  it.each([
    [{ adsk_callback: 1, status: "error", reason: "access_denied" }, "access_denied"],
    [{ adsk_callback: "success", status: "error" }, ""],
    [{ adsk_callback: 1 }, ""],
    [{ adsk_callback: "error", reason: 7 }, "7"],
  ])("fails with %j", (address, reason) => {
    expect(readSignInReturn(address)).toEqual({ isConnected: false, reason });
  });

  it("is not recognised in any other address, even with another service's success", () => {
    expect([readSignInReturn({}), readSignInReturn({ status: "success", hub: "b.1" })]).toEqual([null, null]);
  });

  it("keeps only the location in the address", () => {
    expect(
      withoutCallback({ adsk_callback: 1, status: "error", reason: "x", hub: "b.1", tab: "sheets" }),
    ).toEqual({ hub: "b.1", tab: "sheets" });
  });
});
