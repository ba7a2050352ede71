import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatViewLink, parseViewLink } from "./view-link.ts";

const read = (link: string) => parseViewLink(new URL(link, "https://site.example"));

const code = fc.stringMatching(/^[A-Za-z0-9_-]{4,20}$/);
const id = fc.integer({ min: 1, max: 10 ** 9 });
const angle = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const view = fc.record({ yaw: angle(-180, 179.9), pitch: angle(-90, 90), fov: angle(25, 100) });

describe("a link to a view", () => {
  it("names visit, room and view in a readable form", () => {
    const link = formatViewLink({ code: "k3x9", room: 12, view: { yaw: -31.44, pitch: 4, fov: 59.96 } });
    expect(link).toBe("/viewer/k3x9/12?yaw=-31.4&pitch=4&fov=60");
  });

  it("omits unknown parts", () => {
    expect(formatViewLink({ code: "k3x9" })).toBe("/viewer/k3x9");
    expect(formatViewLink({ code: "k3x9", room: 12, poi: 3 })).toBe("/viewer/k3x9/12/3");
    expect(formatViewLink({ code: "k3x9", poi: 3 })).toBe("/viewer/k3x9");
    expect(read("/viewer/k3x9")).toEqual({ code: "k3x9", room: undefined, poi: undefined, view: undefined });
  });

  it("names info points and snags by letters, links by their plain number as before", () => {
    expect(formatViewLink({ code: "k3x9", room: 12, poi: "s4" })).toBe("/viewer/k3x9/12/s4");
    for (const poi of ["s4", "i7"]) expect(read(`/viewer/k3x9/12/${poi}`)).toMatchObject({ room: 12, poi });
    expect(read("/viewer/k3x9/12/3")).toMatchObject({ poi: 3 });
    for (const poi of ["x4", "s", "4s", "s-1", "si4", "s4.5"])
      expect(read(`/viewer/k3x9/12/${poi}`)?.poi).toBeUndefined();
  });

  it("restores the view it was made of to within half a tenth of a degree", () => {
    fc.assert(
      fc.property(code, id, view, (code, room, view) => {
        const found = read(formatViewLink({ code, room, view }));
        expect(found).toMatchObject({ code, room });
        const turn = Math.abs((found?.view?.yaw ?? 999) - view.yaw);
        expect(Math.min(turn, 360 - turn)).toBeLessThanOrEqual(0.0501);
        expect(found?.view?.pitch).toBeCloseTo(view.pitch, 0.9);
        expect(Math.abs((found?.view?.fov ?? 999) - view.fov)).toBeLessThanOrEqual(0.0501);
      }),
    );
  });

  it("is the same link after being parsed and formatted", () => {
    fc.assert(
      fc.property(code, id, fc.option(id, { nil: undefined }), view, (code, room, poi, view) => {
        const link = formatViewLink({ code, room, poi, view });
        const found = read(link);
        expect(found && formatViewLink(found)).toBe(link);
      }),
    );
  });

  it("never contains minus zero, and writes half a turn in one way only", () => {
    const link = formatViewLink({ code: "k3x9", view: { yaw: 179.97, pitch: -0.01 } });
    expect(link).toBe("/viewer/k3x9?yaw=-180&pitch=0");
  });

  it("clamps manual edits to visible values", () => {
    expect(read("/viewer/k3x9?yaw=190&pitch=400&fov=0")?.view).toEqual({ yaw: -170, pitch: 90, fov: 1 });
  });

  it("ignores invalid angles and rooms", () => {
    for (const value of ["", "NaN", "1e3", "0x10", "--1", "Infinity", "12px"]) {
      expect(read(`/viewer/k3x9/${value}?yaw=${value}`)).toMatchObject({ room: undefined, view: undefined });
    }
  });

  it("parses any address without throwing", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (path, search) => {
        const found = parseViewLink({ pathname: `/viewer/${path}`, search: `?${search}&yaw=%` });
        for (const angle of Object.values(found?.view ?? {})) expect(angle).toBeTypeOf("number");
      }),
    );
    expect(read("/viewer/%E0%A4%A/3")).toMatchObject({ room: 3 });
    expect(read("/visits/k3x9")).toBeNull();
  });
});
