import { describe, expect, it } from "vitest";
import { addressesIn, isSeparated } from "./addresses.ts";

describe("a pasted list of addresses", () => {
  it.each([
    ["one", "a@site.example", ["a@site.example"]],
    ["commas", "a@site.example, b@site.example", ["a@site.example", "b@site.example"]],
    ["blanks", "a@site.example  b@site.example", ["a@site.example", "b@site.example"]],
    ["lines of another system", "a@site.example\r\nb@site.example\r\n", ["a@site.example", "b@site.example"]],
    ["a column of a table", "a@site.example\tb@site.example", ["a@site.example", "b@site.example"]],
    [
      "names of a mail program",
      "Site Office <a@site.example>; Survey Team <b@site.example>",
      ["a@site.example", "b@site.example"],
    ],
    ["a link", "mailto:a@site.example", ["a@site.example"]],
    ["the same twice", "a@site.example,A@site.example", ["a@site.example"]],
    ["nothing", " , ;\n", []],
    ["what is no address", "office", ["office"]],
  ])("is split: %s", (_, text, addresses) => {
    expect(addressesIn(text)).toEqual(addresses);
  });

  it("distinguishes the end of an address from its middle", () => {
    expect(isSeparated("a@site.exam")).toBe(false);
    expect(isSeparated(" a@site.exam")).toBe(false);
    expect(isSeparated("a@site.example ")).toBe(true);
    expect(isSeparated("a@site.example,")).toBe(true);
  });
});
