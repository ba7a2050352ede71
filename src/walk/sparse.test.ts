import { describe, expect, it } from "vitest";
import { invert } from "./linear.ts";
import { type Equation, solveSparse } from "./sparse.ts";

describe("sparse least squares", () => {
  const chain: readonly Equation[] = [
    { at: [0], factors: [1], value: 2, error: 0.01 },
    { at: [0, 1], factors: [-1, 1], value: 1, error: 0.1 },
    { at: [1, 2], factors: [-1, 1], value: 1, error: 0.1 },
    { at: [0, 2], factors: [-1, 1], value: 2.3, error: 0.1 },
  ];

  it("distribute what does not fit", () => {
    const [a, b, c] = solveSparse(chain, new Float64Array(3));
    expect(a).toBeCloseTo(2, 3);
    expect(b).toBeCloseTo(3.1, 3);
    expect(c).toBeCloseTo(4.2, 3);
  });

  it("leave out what contradicts everything else", () => {
    const wrong = { at: [0, 2], factors: [-1, 1], value: 30, error: 0.1 };
    const found = solveSparse([...chain, ...chain.slice(1), wrong], new Float64Array(3), 12);
    expect(found[2]).toBeCloseTo(4.2, 1);
  });

  it("solve an unknown that all others share", () => {
    const size = 40;
    const equations = Array.from({ length: size }, (_, i): Equation[] => [
      { at: [i, size], factors: [1, -1], value: i, error: 1 },
      ...(i === 0 ? [{ at: [0], factors: [1], value: 5, error: 1e-3 }] : []),
    ]).flat();
    const found = solveSparse(equations, new Float64Array(size + 1));
    expect(found[size]).toBeCloseTo(5, 3);
    expect(found[39]).toBeCloseTo(44, 3);
  });
});

describe("an inverse", () => {
  it("gives the unit matrix", () => {
    const matrix = Float64Array.of(0, 2, 1, 1, 3, 2, 4, 1, 1);
    const inverse = invert(matrix, 3)!;
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        const sum = [0, 1, 2].reduce((total, k) => total + matrix[i * 3 + k]! * inverse[k * 3 + j]!, 0);
        expect(sum).toBeCloseTo(i === j ? 1 : 0, 9);
      }
  });

  it("does not exist for a singular matrix", () => {
    expect(invert(Float64Array.of(1, 2, 2, 4), 2)).toBeUndefined();
  });
});
