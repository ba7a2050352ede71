import { describe, expect, it } from "vitest";
import type { Node } from "./nodes.ts";
import { nodeFor, partners } from "./serving-nodes.ts";

const node = (id: string, more: Partial<Node> = {}): Node => ({
  id,
  name: id,
  url: `http://${id}:8080`,
  role: "web",
  version: "2.1",
  started_at: new Date(0),
  seen_at: new Date(),
  isSelf: false,
  ...more,
});
/** The view of each node. */
const seenBy = (self: string, ids: readonly string[]) => ({
  alive: () => ids.map((id) => node(id, { isSelf: id === self })),
});
const names = Array.from({ length: 300 }, (_, at) => `camera ${at}`);
const ownersIn = (ids: readonly string[]) =>
  names.map((name) => nodeFor(name, seenBy(ids[0] ?? "", ids))?.id ?? ids[0]);

describe("the node responsible for a name", () => {
  it("is this one while it is alone, for any name", () => {
    expect(nodeFor("camera 1", seenBy("one", ["one"]))).toBeNull();
    const nameless = node("one", { isSelf: true, url: "" });
    const helper = node("two", { role: "worker" });
    expect(nodeFor("camera 1", { alive: () => [nameless, helper] })).toBeNull();
  });

  it("is the same one on every node, and the names are distributed evenly", () => {
    const ids = ["one", "two", "three"];
    for (const name of names)
      expect(new Set(ids.map((self) => nodeFor(name, seenBy(self, ids))?.id ?? self)).size).toBe(1);
    for (const id of ids) expect(ownersIn(ids).filter((owner) => owner === id).length).toBeGreaterThan(60);
  });

  it("stays when others come and go: only their names move", () => {
    const [before, after] = [ownersIn(["one", "two", "three"]), ownersIn(["one", "two"])];
    for (const [at, owner] of before.entries()) if (owner !== "three") expect(after[at]).toBe(owner);
  });
});

describe("partners", () => {
  it("are those that serve, are reachable, and are not an earlier start of this node", () => {
    const self = node("one", { isSelf: true, started_at: new Date(5) });
    const earlier = node("before", { url: self.url, started_at: new Date(1) });
    const list = [self, earlier, node("two"), node("three", { url: "" }), node("four", { role: "worker" })];
    expect(partners({ alive: () => list }).map(({ id }) => id)).toEqual(["two"]);
    expect(partners({ alive: () => list.toReversed() }).map(({ id }) => id)).toEqual(["two"]);
  });
});
