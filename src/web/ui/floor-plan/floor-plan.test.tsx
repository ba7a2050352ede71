import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Language } from "#contract/languages.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { says } from "#web/testing/say.ts";
import { FloorPlan, type FloorPlanProps, type PlanSource } from "./floor-plan.tsx";
import { PlanSpot } from "./plan-spot.tsx";
import { type Point, placeOnPlan } from "./plan-view.ts";

const port = { width: 736, height: 424 };
const size = { width: 1600, height: 800 };

/** Sizes that a browser would measure: the window at the page's corner, the plan by its style. */
function boxOf(element: Element): DOMRect {
  const plan = element.closest<HTMLElement>("[data-plan]");
  if (plan === null) return new DOMRect(0, 0, port.width, port.height);
  const [, x = "0", y = "0"] = /translate\((.+)px, (.+)px\)/.exec(plan.style.transform) ?? [];
  const [left, top] = [Number(x), Number(y)];
  const [width, height] = [Number.parseFloat(plan.style.width), Number.parseFloat(plan.style.height)];
  if (element === plan) return new DOMRect(left, top, width, height);
  const spot = element.closest<HTMLElement>("[data-spot]")?.style;
  const share = (text = "0") => Number.parseFloat(text) / 100;
  return new DOMRect(left + share(spot?.left) * width, top + share(spot?.top) * height, 0, 0);
}

beforeAll(() => {
  Object.defineProperties(HTMLElement.prototype, {
    clientWidth: { configurable: true, get: () => port.width },
    clientHeight: { configurable: true, get: () => port.height },
    setPointerCapture: { configurable: true, value: () => undefined },
  });
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return boxOf(this);
  });
});

const picked = vi.fn<(point: Point) => void>();
beforeEach(() => picked.mockReset());

const source: PlanSource = { image: "/plan.webp", ...size };
const show = (props: Partial<FloorPlanProps> = {}, language: Language = "en") =>
  renderIn(language, <FloorPlan plan={source} label="Ground floor" onPick={picked} {...props} />);
const plan = () => screen.getByRole("application", { name: "Ground floor" });
const board = () => document.querySelector<HTMLElement>("[data-plan]");
const scale = () => Number.parseFloat(board()?.style.width ?? "") / size.width;
const at = (clientX: number, clientY: number) => ({ clientX, clientY, button: 0, pointerId: 1, detail: 1 });
const last = () => {
  const [point] = picked.mock.lastCall ?? [];
  return point && { x: Math.round(point.x * 1000) / 1000, y: Math.round(point.y * 1000) / 1000 };
};

function push(
  from: readonly [number, number],
  to: readonly [number, number],
  target: Element = plan(),
): void {
  fireEvent.pointerDown(target, at(...from));
  fireEvent.pointerMove(target, at(...to));
  fireEvent.pointerUp(target, at(...to));
  fireEvent.click(target, at(...to));
}

// The whole plan is 616 pixels wide: 60 to the left and right.
const WHOLE = 616 / 1600;

describe.each(["en", "ar"] as const)("a floor plan in %s", (language) => {
  const t = says(language);
  const press = (key: Parameters<typeof t>[0]) =>
    fireEvent.click(screen.getByRole("button", { name: t(key) }));
  const button = (key: Parameters<typeof t>[0]) =>
    screen.getByRole<HTMLButtonElement>("button", { name: t(key) });

  it("is zoomed by its buttons between the whole plan and the closest", async () => {
    await show({}, language);
    expect(scale()).toBeCloseTo(WHOLE);
    expect(button("map.zoom_out").disabled).toBe(true);
    press("map.zoom_in");
    expect(scale()).toBeCloseTo(2 * WHOLE);
    expect(button("map.zoom_out").disabled).toBe(false);
    for (let step = 0; step < 4; step++) press("map.zoom_in");
    expect(scale()).toBe(4);
    expect(button("map.zoom_in").disabled).toBe(true);
    press("map.fit_plan");
    expect(scale()).toBeCloseTo(WHOLE);
  });

  it("says that its picture cannot be shown", async () => {
    await show({}, language);
    const picture = document.querySelector("img");
    if (picture === null) throw new Error("There is no picture.");
    fireEvent.error(picture);
    screen.getByText(t("map.plan_broken"));
    expect(screen.queryByRole("application")).toBeNull();
    cleanup();
    await show({ plan: { ...source, image: "/another.webp" } }, language);
    expect(plan()).toBeDefined();
  });
});

describe("a floor plan", () => {
  it("reads from left to right in every language", async () => {
    await show();
    expect(plan().getAttribute("dir")).toBe("ltr");
    await show({ isInteractive: false, label: "Still" });
    expect(screen.getByRole("img", { name: "Still" }).parentElement?.getAttribute("dir")).toBe("ltr");
  });

  it("zooms at the pointer by the wheel once it has the focus, and at once where it may", async () => {
    await show();
    const wheel = { ...at(368, 212), deltaY: -240 };
    fireEvent.wheel(plan(), wheel);
    expect(scale()).toBeCloseTo(WHOLE);
    act(() => plan().focus());
    fireEvent.wheel(plan(), wheel);
    expect(scale()).toBeCloseTo(2 * WHOLE);
    cleanup();
    await show({ hasFreeWheel: true });
    fireEvent.wheel(plan(), wheel);
    expect(scale()).toBeCloseTo(2 * WHOLE);
  });

  it("leaves the wheel to the page at its limit", async () => {
    await show({ hasFreeWheel: true });
    expect(fireEvent.wheel(plan(), { ...at(368, 212), deltaY: 240 })).toBe(true);
    expect(fireEvent.wheel(plan(), { ...at(368, 212), deltaY: -240 })).toBe(false);
  });

  it("is pushed by the pointer, and the end of a push is no press", async () => {
    await show({ hasFreeWheel: true });
    fireEvent.wheel(plan(), { ...at(368, 212), deltaY: -240 });
    push([348, 200], [388, 230]);
    expect(picked).not.toHaveBeenCalled();
    fireEvent.click(plan(), at(408, 242));
    expect(last()).toEqual({ x: 0.5, y: 0.5 });
  });

  it("is zoomed by two fingers", async () => {
    await show();
    fireEvent.pointerDown(plan(), { ...at(318, 212), pointerId: 1 });
    fireEvent.pointerDown(plan(), { ...at(418, 212), pointerId: 2 });
    fireEvent.pointerMove(plan(), { ...at(268, 212), pointerId: 1 });
    fireEvent.pointerMove(plan(), { ...at(468, 212), pointerId: 2 });
    expect(scale()).toBeCloseTo(2 * WHOLE);
    fireEvent.pointerUp(plan(), { ...at(468, 212), pointerId: 2 });
    fireEvent.pointerUp(plan(), { ...at(268, 212), pointerId: 1 });
    fireEvent.click(plan(), at(368, 212));
    expect(picked).not.toHaveBeenCalled();
  });

  it("reports the pressed point in shares of the plan, and no press beside it", async () => {
    await show();
    fireEvent.click(plan(), at(60 + 616 / 4, 212));
    expect(last()).toEqual({ x: 0.25, y: 0.5 });
    fireEvent.click(plan(), at(3, 212));
    expect(picked).toHaveBeenCalledTimes(1);
  });

  it("zooms by a double click, but not while a press means a point", async () => {
    await show();
    fireEvent.dblClick(plan(), at(368, 212));
    expect(scale()).toBeCloseTo(2 * WHOLE);
    cleanup();
    await show({ isPicking: true });
    fireEvent.dblClick(plan(), at(368, 212));
    expect(scale()).toBeCloseTo(WHOLE);
  });

  it("is moved by the arrow keys, zoomed by + and −, and Enter means the middle of the window", async () => {
    await show({ isPicking: true });
    fireEvent.keyDown(plan(), { key: "+" });
    expect(scale()).toBeCloseTo(2 * WHOLE);
    fireEvent.keyDown(plan(), { key: "ArrowRight" });
    fireEvent.keyDown(plan(), { key: "Enter" });
    expect(last()).toEqual({ x: 0.565, y: 0.5 });
    fireEvent.keyDown(plan(), { key: "-" });
    fireEvent.keyDown(plan(), { key: "Enter" });
    expect(last()).toEqual({ x: 0.5, y: 0.5 });
  });

  it("takes text that is dropped onto it", async () => {
    const dropped = vi.fn<NonNullable<FloorPlanProps["onDropText"]>>();
    await show({ onDropText: dropped });
    const dataTransfer = { getData: () => "7" };
    // jsdom's drop has no place of its own.
    const event = Object.assign(new MouseEvent("drop", { ...at(368, 212), bubbles: true }), { dataTransfer });
    fireEvent(plan(), event);
    expect(dropped.mock.calls).toEqual([["7", { x: 0.5, y: 0.5 }]]);
  });

  it("hides a plan of unknown size until its picture says it", async () => {
    await show({ plan: { image: "/plan.webp" } });
    expect(board()?.className).toContain("opacity-0");
    const picture = document.querySelector("img");
    if (picture === null) throw new Error("There is no picture.");
    Object.defineProperties(picture, { naturalWidth: { value: 3200 }, naturalHeight: { value: 1600 } });
    fireEvent.load(picture);
    expect(board()?.className).not.toContain("opacity-0");
    expect(board()?.style.width).toBe("616px");
  });

  it("draws the tiles in sight instead of its picture, which is for paper", async () => {
    const levels = [size, { width: 3200, height: 1600 }];
    const tiles = { tile_size: 512, levels, tiles: "/t/{level}/{col}_{row}.webp" };
    await show({ plan: { image: "/plan.webp", width: 3200, height: 1600, tiles } });
    const drawn = () => [...document.querySelectorAll<HTMLElement>("img[data-tile]")];
    expect(drawn().map(({ dataset }) => dataset["tile"])).toEqual(Array.from({ length: 8 }, () => "0"));
    expect(document.querySelector("img:not([data-tile])")?.getAttribute("loading")).toBe("lazy");
    fireEvent.keyDown(plan(), { key: "+" });
    fireEvent.keyDown(plan(), { key: "+" });
    fireEvent.keyDown(plan(), { key: "+" });
    expect(drawn().some((tile) => tile.getAttribute("src") === "/t/1/3_1.webp")).toBe(true);
    expect(drawn().some((tile) => tile.getAttribute("src") === "/t/1/0_0.webp")).toBe(false);
  });

  it("leaves a press on a pin to the pin, and a push that begins on one to the plan", async () => {
    const pressed = vi.fn<() => void>();
    const cancelled = vi.fn<() => void>();
    await show({
      children: (
        <button
          type="button"
          style={placeOnPlan({ x: 0.5, y: 0.5 })}
          onClick={pressed}
          onPointerCancel={cancelled}
        >
          Pin
        </button>
      ),
    });
    const pin = screen.getByRole("button", { name: "Pin" });
    fireEvent.click(pin, at(368, 212));
    expect(pressed).toHaveBeenCalledTimes(1);
    push([368, 212], [398, 212], pin);
    expect(cancelled).toHaveBeenCalledTimes(1);
    expect(pressed).toHaveBeenCalledTimes(1);
    expect(picked).not.toHaveBeenCalled();
  });
});

describe("a spot on a plan", () => {
  it("follows a drag in its element, reports the end, and returns to its position if that is refused", async () => {
    const moved = vi.fn<(point: Point) => void>();
    function Rooms() {
      const [point, setPoint] = useState<Point>({ x: 0.25, y: 0.5 });
      return (
        <>
          <FloorPlan plan={source} label="Ground floor" onPick={picked}>
            <PlanSpot point={point} onMove={moved}>
              Hall
            </PlanSpot>
          </FloorPlan>
          <button type="button" onClick={() => setPoint({ x: 0.35, y: 0.5 })}>
            Keep
          </button>
          <button type="button" onClick={() => setPoint({ x: 0.25, y: 0.5 })}>
            Refuse
          </button>
        </>
      );
    }
    await renderIn("en", <Rooms />);
    const spot = screen.getByText("Hall");
    // Not by its middle: it does not jump to the pointer.
    fireEvent.pointerDown(spot, at(218, 215));
    fireEvent.pointerMove(spot, at(218 + 61.6, 215));
    expect(Number.parseFloat(spot.style.left)).toBeCloseTo(35);
    expect(moved).not.toHaveBeenCalled();
    fireEvent.pointerUp(spot, at(218 + 61.6, 215));
    fireEvent.click(spot, at(218 + 61.6, 215));
    expect(moved).toHaveBeenCalledTimes(1);
    expect(picked).not.toHaveBeenCalled();
    expect(scale()).toBeCloseTo(WHOLE);
    expect(Number.parseFloat(spot.style.left)).toBeCloseTo(35);
    fireEvent.click(screen.getByText("Keep"));
    expect(spot.style.left).toBe("35%");
    fireEvent.click(screen.getByText("Refuse"));
    expect(spot.style.left).toBe("25%");
  });

  it("is held to the plan", async () => {
    const moved = vi.fn<(point: Point) => void>();
    await show({
      children: (
        <PlanSpot point={{ x: 0.5, y: 0.5 }} onMove={moved}>
          Hall
        </PlanSpot>
      ),
    });
    const spot = screen.getByText("Hall");
    push([368, 212], [900, 212], spot);
    expect(moved.mock.lastCall).toEqual([{ x: 1, y: 0.5 }]);
  });

  it("is pressed without being moved by a hand that trembles", async () => {
    const moved = vi.fn<(point: Point) => void>();
    await show({
      children: (
        <PlanSpot point={{ x: 0.5, y: 0.5 }} onMove={moved}>
          Hall
        </PlanSpot>
      ),
    });
    push([368, 212], [370, 212], screen.getByText("Hall"));
    expect(moved).not.toHaveBeenCalled();
  });
});
