import { expect, it } from "vitest";
import { everyCase, someOf } from "./every-case.ts";

it.skipIf(everyCase).each([1, 2, 3, 4, 5, 7, 9])("uses all of %i in three turns of a third", (length) => {
  const all = Array.from({ length }, (_, at) => at);
  const count = Math.ceil(length / 3);
  for (const turn of [0, 1, 2, 100]) {
    const turns = [0, 1, 2].map((later) => someOf(all, turn + later, count));
    expect(new Set(turns.flat())).toEqual(new Set(all));
    expect(turns.map((some) => some.length)).toEqual([count, count, count]);
  }
});
