import { expect, test } from "vitest";
import { soon } from "#test/soon.ts";
import { createCallerQueue } from "./caller-queue.ts";

/** Calls that the test ends by name. */
function slowCalls(queue = createCallerQueue({ most: 2, patience: 60_000 })) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const call = (caller: string, name: string) =>
    queue.run(caller, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  return { begun, call, end: (name: string) => ends.get(name)?.() };
}

test("answers some calls of a caller at once and the others in order, while other callers go on", async () => {
  const { begun, call, end } = slowCalls();
  const all = ["a1", "a2", "a3", "a4"].map((name) => call("a", name));
  void call("b", "b1");
  expect(begun).toEqual(["a1", "a2", "b1"]);
  end("a2");
  expect(await all[1]).toBe("a2");
  await soon(() => expect(begun).toEqual(["a1", "a2", "b1", "a3"]));
  end("a1");
  end("a3");
  await soon(() => expect(begun).toContain("a4"));
  end("a4");
  expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "a4"]);
});

test("lets a call begin after its patience, whatever the others do", async () => {
  const { begun, call } = slowCalls(createCallerQueue({ most: 1, patience: 20 }));
  void call("a", "a1");
  void call("a", "a2");
  expect(begun).toEqual(["a1"]);
  await soon(() => expect(begun).toEqual(["a1", "a2"]));
});

test("passes its place on when a call fails", async () => {
  const queue = createCallerQueue({ most: 1, patience: 60_000 });
  const first = queue.run("a", () => Promise.reject(new Error("lost")));
  const second = queue.run("a", () => Promise.resolve("done"));
  await expect(first).rejects.toThrow("lost");
  expect(await second).toBe("done");
});
