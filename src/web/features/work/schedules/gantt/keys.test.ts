import { describe, expect, it } from "vitest";
import { aTask } from "../testing.ts";
import { moveFor } from "./keys.ts";
import { openRows, treeOf } from "./task-tree.ts";

const tree = treeOf([
  aTask({ uid: 1, level: 1 }),
  aTask({ uid: 2, level: 2 }),
  aTask({ uid: 3, level: 2 }),
  aTask({ uid: 4, level: 1 }),
]);

function press(key: string, at: number, { closed = [] as number[], isRtl = false, ctrlKey = false } = {}) {
  const shut = new Set(closed);
  return moveFor(
    { key, altKey: false, ctrlKey, metaKey: false },
    { rows: openRows(tree, shut), at, closed: shut, isRtl, page: 2 },
  );
}

describe("the keyboard of the chart", () => {
  it("moves up and down, by pages and to both ends, and stops there", () => {
    expect(press("ArrowDown", 0)).toEqual({ kind: "go", at: 1 });
    expect(press("ArrowUp", 0)).toEqual({ kind: "go", at: 0 });
    expect(press("PageDown", 0)).toEqual({ kind: "go", at: 2 });
    expect(press("PageDown", 3)).toEqual({ kind: "go", at: 3 });
    expect(press("End", 0)).toEqual({ kind: "go", at: 3 });
    expect(press("Home", 3)).toEqual({ kind: "go", at: 0 });
  });

  it("opens a task with Enter", () => {
    expect(press("Enter", 2)).toEqual({ kind: "open", uid: 3 });
  });

  it("collapses with the arrow outwards, then moves to the parent", () => {
    expect(press("ArrowLeft", 0)).toEqual({ kind: "toggle", uid: 1 });
    expect(press("ArrowLeft", 2)).toEqual({ kind: "go", at: 0 });
    expect(press("ArrowLeft", 3)).toBeNull();
  });

  it("expands with the arrow inwards, then moves to the first child", () => {
    expect(press("ArrowRight", 0, { closed: [1] })).toEqual({ kind: "toggle", uid: 1 });
    expect(press("ArrowRight", 0)).toEqual({ kind: "go", at: 1 });
    expect(press("ArrowRight", 1)).toBeNull();
  });

  it("mirrors both arrows in right-to-left pages", () => {
    expect(press("ArrowRight", 0, { isRtl: true })).toEqual({ kind: "toggle", uid: 1 });
    expect(press("ArrowLeft", 0, { isRtl: true, closed: [1] })).toEqual({ kind: "toggle", uid: 1 });
  });

  it("leaves combinations with the control key to the browser", () => {
    expect(press("Home", 3, { ctrlKey: true })).toBeNull();
  });
});
