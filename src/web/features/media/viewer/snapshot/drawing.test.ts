import { describe, expect, it } from "vitest";
import { History, isTooSmall, movedBy, type Shape, shapeAt, shapeBetween, shapeUnder } from "./drawing.ts";

const red = "#e5322d";
const box = shapeBetween("box", red, [0.6, 0.7], [0.2, 0.3]);

describe("a shape", () => {
  it("spans two points, in any direction of the drag", () => {
    expect(box).toMatchObject({ at: [0.2, 0.3] });
    expect("size" in box && box.size.map((one) => one.toFixed(3))).toEqual(["0.400", "0.400"]);
  });

  it("gets a visible size from a mere press, within the picture", () => {
    expect(isTooSmall(shapeBetween("circle", red, [0.5, 0.5], [0.505, 0.5]))).toBe(true);
    const corner = shapeAt("blur", red, [0, 0]);
    expect(isTooSmall(corner)).toBe(false);
    expect(corner).toMatchObject({ at: [0, 0] });
  });

  it("stays within the picture when it is moved", () => {
    expect(movedBy(box, 5, -5)).toMatchObject({ at: [1, 0] });
    expect(movedBy(shapeBetween("arrow", red, [0.1, 0.1], [0.2, 0.2]), 0.1, 0)).toMatchObject({
      from: [0.2, 0.1],
    });
  });

  it("is found under the pointer, the topmost first, an arrow along its line", () => {
    const arrow = shapeBetween("arrow", red, [0, 0], [1, 1]);
    const shapes: Shape[] = [box, arrow];
    expect(shapeUnder(shapes, [0.5, 0.51])).toBe(1);
    expect(shapeUnder(shapes, [0.25, 0.65])).toBe(0);
    expect(shapeUnder(shapes, [0.9, 0.1])).toBe(-1);
  });
});

describe("the drawing history", () => {
  it("undoes and redoes, and drops undone steps when something new is drawn", () => {
    const history = new History();
    const arrow = shapeAt("arrow", red, [0.5, 0.5]);
    history.change([box]);
    history.change([box, arrow]);
    history.undo();
    expect(history.shapes).toEqual([box]);
    history.redo();
    expect(history.shapes).toEqual([box, arrow]);
    history.undo();
    history.change([arrow]);
    expect(history.canRedo).toBe(false);
    history.undo();
    history.undo();
    expect(history.shapes).toEqual([]);
    expect(history.canUndo).toBe(false);
  });

  it("counts a whole drag as one step", () => {
    const history = new History([box]);
    history.change([movedBy(box, 0.01, 0)]);
    history.adjust([movedBy(box, 0.2, 0)]);
    history.undo();
    expect(history.shapes).toEqual([box]);
  });
});
