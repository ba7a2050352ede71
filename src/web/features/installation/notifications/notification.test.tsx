import { expect, it } from "vitest";
import { readFilter } from "./list-state.ts";
import { linkOf, lookOf } from "./notification.ts";

it("The types info, error and success have their own look, and everything else that of a warning", () => {
  const types = ["info", "error", "success", "warning", "foo", "", "toString"];
  expect(types.map((type) => lookOf(type).type)).toEqual([
    "info",
    "error",
    "success",
    "warning",
    "warning",
    "warning",
    "warning",
  ]);
});

it("A link leads to a web address, never to a script", () => {
  const links = ["/visits/3", "https://site.example/x", "javascript:alert(1)", "data:text/html,x", "", null];
  expect(links.map((link) => linkOf({ link }))).toEqual([
    "/visits/3",
    "https://site.example/x",
    null,
    null,
    null,
    null,
  ]);
});

it("An invalid address shows everything", () => {
  expect(readFilter({ read: "unread", kind: "snag" })).toEqual({ read: "unread", kind: "snag" });
  expect(readFilter({ read: "perhaps", kind: 7 })).toEqual({ read: null, kind: null });
});
