import { expect, it } from "vitest";
import { createTokens } from "./tokens.ts";

it("returns the initial token once, then requests one fresh token for all waiting callers", () => {
  let wanted = 0;
  const taken: string[] = [];
  const tokens = createTokens({ token: "first", expires: 60 }, () => {
    wanted += 1;
  });
  const take = (token: string, seconds: number) => taken.push(`${token} ${seconds}`);
  tokens.give(take);
  expect([taken, wanted]).toEqual([["first 60"], 0]);
  tokens.give(take);
  tokens.give(take);
  expect([taken, wanted]).toEqual([["first 60"], 1]);
  tokens.bring({ token: "second", expires: 90 });
  expect(taken).toEqual(["first 60", "second 90", "second 90"]);
  tokens.give(take);
  expect(wanted).toBe(2);
});
