import { describe, expect, it } from "vitest";
import { aTask } from "../testing.ts";
import { matchingRows, openRows, treeOf } from "./task-tree.ts";

const tasks = [
  aTask({ uid: 1, level: 1, name: "Structure" }),
  aTask({ uid: 2, level: 2, name: "Ground floor" }),
  aTask({ uid: 3, level: 3, name: "Columns" }),
  aTask({ uid: 4, level: 3, name: "Slab" }),
  aTask({ uid: 5, level: 2, name: "Roof" }),
  aTask({ uid: 6, level: 1, name: "Handover" }),
];
const tree = treeOf(tasks);
const uids = (rows: readonly { task: { uid: number } }[]) => rows.map(({ task }) => task.uid);

describe("the tree of tasks", () => {
  it("assigns each task to the nearest preceding one on an outer level", () => {
    expect(tree.map(({ parent }) => parent)).toEqual([-1, 0, 1, 1, 0, -1]);
    expect(tree.map(({ hasChildren }) => hasChildren)).toEqual([true, true, false, false, false, false]);
  });

  it("leaves no gap where a file skips levels", () => {
    const jump = treeOf([
      aTask({ uid: 1, level: 2 }),
      aTask({ uid: 2, level: 5 }),
      aTask({ uid: 3, level: 3 }),
    ]);
    expect(jump.map(({ depth }) => depth)).toEqual([1, 2, 2]);
  });

  it("shows nothing below a collapsed task, at any depth", () => {
    expect(uids(openRows(tree, new Set([2])))).toEqual([1, 2, 5, 6]);
    expect(uids(openRows(tree, new Set([1, 2])))).toEqual([1, 6]);
    expect(uids(openRows(tree, new Set([6])))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("shows matches with all their ancestors, and counts only the matches", () => {
    const { rows, count } = matchingRows(tree, ({ name }) => name === "Slab");
    expect(uids(rows)).toEqual([1, 2, 4]);
    expect(count).toBe(1);
  });
});
