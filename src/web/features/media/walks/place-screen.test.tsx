import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, vi } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { PlacedWalkDetail } from "#contract/walks.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aVisit } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { aSheet, aWalk, aWalkDetail, straightTrack } from "./testing.ts";

beforeAll(() => {
  Object.defineProperties(HTMLElement.prototype, {
    clientWidth: { configurable: true, get: () => 736 },
    clientHeight: { configurable: true, get: () => 424 },
    setPointerCapture: { configurable: true, value: () => undefined },
  });
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(() => new DOMRect(0, 0, 736, 424));
});

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

async function open(language: Language, walk: Partial<PlacedWalkDetail> = {}, more: Answers = {}) {
  let version = 1;
  opened = await openScreen("/editvisit/3/walk/8", language, {
    "GET /api/visits/{id}": () => ok({ ...aVisit({ id: 3 }), rooms: [] }),
    "GET /api/visits/{id}/walks/{walk}": () => ok(aWalkDetail(walk)),
    "GET /api/maps": () => ok([aSheet(), aSheet({ id: 6, id_sheet: 6, name: "First floor", floor: "1" })]),
    "GET /api/maps/{id}/rooms": () => ok([]),
    "PUT /api/visits/{id}/walks/{walk}": () => {
      version += 1;
      return ok(aWalk({ version }));
    },
    ...more,
  });
  return opened;
}

const put = "PUT /api/visits/{id}/walks/{walk}";
const tap = (picture: number, x = 0.5) => ({ picture, id_sheet: 5, x, y: 0.5 });

describe.each(["en", "ar"] as const)("placing a walk (%s)", (language) => {
  const it = inTurns(language);
  const say = says(language);
  const plan = () =>
    screen.findByRole("application", { name: say("walks.plan_of", { name: "Ground floor" }) });
  /** Enter means the middle of the window. */
  const press = async () => fireEvent.keyDown(await plan(), { key: "Enter" });

  it("asks for the start and the end, and saves both", async () => {
    const { api } = await open(language);
    expect(await screen.findByText(say("walks.step.start"))).toBeTruthy();
    await press();
    expect(await screen.findByText(say("walks.step.end"))).toBeTruthy();
    expect(screen.getByRole("img", { name: say("walks.picture_at", { time: "0:11" }) })).toBeTruthy();
    await press();
    expect(await screen.findByRole("button", { name: say("walks.pin", { time: "0:11" }) })).toBeTruthy();
    await waitFor(() => {
      const sent = api.calls(put).at(-1)?.body["taps"] as { picture: number }[];
      expect(sent.map(({ picture }) => picture)).toEqual([0, 11]);
    });
    expect(await screen.findByText(say("walks.saved"))).toBeTruthy();
  });

  it("undoes and redoes a mark, and sends the result", async () => {
    const { user, api } = await open(language, { taps: [tap(0, 0.1), tap(11, 0.6)] });
    const pin = say("walks.pin", { time: "0:11" });
    await user.click(await screen.findByRole("button", { name: pin }));
    await user.click(screen.getByRole("button", { name: say("walks.unmark") }));
    expect(screen.queryByRole("button", { name: pin })).toBeNull();
    await user.click(screen.getByRole("button", { name: say("walks.undo") }));
    expect(screen.getByRole("button", { name: pin })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: say("walks.redo") }));
    expect(screen.queryByRole("button", { name: pin })).toBeNull();
    await waitFor(() => expect(api.calls(put).at(-1)?.body["taps"]).toEqual([tap(0, 0.1)]));
  });

  it("moves a mark by the arrow keys", async () => {
    const { api } = await open(language, { taps: [tap(0, 0.1), tap(11, 0.6)] });
    const pin = await screen.findByRole("button", { name: say("walks.pin", { time: "0:00" }) });
    fireEvent.keyDown(pin, { key: "ArrowRight", shiftKey: true });
    await waitFor(() => {
      const sent = api.calls(put).at(-1)?.body["taps"] as { x: number }[];
      expect(sent[0]?.x).toBeCloseTo(0.12);
    });
  });

  it("keeps what could not be saved, and saves it when asked", async () => {
    let isDown = true;
    const { user, api } = await open(
      language,
      {},
      {
        [put]: () => (isDown ? refuse(503, "UNAVAILABLE", "Later") : ok(aWalk({ version: 2 }))),
      },
    );
    await press();
    const again = await screen.findByRole("button", { name: say("walks.save_again") });
    isDown = false;
    await user.click(again);
    expect(await screen.findByText(say("walks.saved"))).toBeTruthy();
    expect(api.calls(put).at(-1)?.body["taps"]).toHaveLength(1);
  });

  it("adds the own marks to what another user has saved meanwhile", async () => {
    const theirs = tap(11, 0.6);
    let now = aWalkDetail();
    const { user, api } = await open(
      language,
      {},
      {
        "GET /api/visits/{id}/walks/{walk}": () => ok(now),
        [put]: ({ body }: { body: Record<string, unknown> }) => {
          if (body["version"] === now.version) return ok(aWalk({ version: now.version + 1 }));
          return refuse(409, "CONFLICT", "Changed");
        },
      },
    );
    await plan();
    now = aWalkDetail({ version: 4, taps: [theirs] });
    await press();
    const reload = await screen.findByRole("button", { name: say("walks.reload_keeping") });
    expect(screen.getByText(say("walks.outdated"))).toBeTruthy();
    await user.click(reload);
    await waitFor(() => {
      const sent = api.calls(put).at(-1)?.body;
      expect(sent).toMatchObject({ version: 4, taps: [{ picture: 0 }, { picture: 11 }] });
    });
    expect(screen.queryByText(say("walks.outdated"))).toBeNull();
  });

  it("forgets a drag that was cancelled", async () => {
    const { api } = await open(language, { taps: [tap(0, 0.1), tap(11, 0.6)] });
    const pin = await screen.findByRole("button", { name: say("walks.pin", { time: "0:00" }) });
    const line = () => document.querySelector("polyline")?.getAttribute("points");
    const before = line();
    const drag = { button: 0, pointerId: 1, clientX: 100, clientY: 100 };
    fireEvent.pointerDown(pin, drag);
    fireEvent.pointerMove(pin, { ...drag, clientX: 260, clientY: 180 });
    await waitFor(() => expect(line()).not.toBe(before));
    fireEvent.pointerCancel(pin, drag);
    await waitFor(() => expect(line()).toBe(before));
    expect(api.calls(put)).toHaveLength(0);
  });

  it("says in words what is uncertain, and what could not be read from the video", async () => {
    await open(language, {
      path: { ...straightTrack(12), hasVision: false },
      taps: [tap(0, 0.1), tap(11, 0.6)],
    });
    expect(await screen.findByText(say("walks.warning.no_vision"))).toBeTruthy();
    const legend = within(screen.getByRole("list", { name: say("walks.legend") }));
    expect(legend.getByText(say("walks.uncertain_line"))).toBeTruthy();
  });

  it("creates rooms along the walk with their positions and directions", async () => {
    const { user, api } = await open(
      language,
      { taps: [tap(0, 0.1), tap(11, 0.6)] },
      {
        "POST /api/visits/{id}/walks/{walk}/rooms": () => ({
          status: 202,
          body: { status: "success", success: true, message: "", data: aWalk({ status: "making" }) },
        }),
      },
    );
    await user.click(await screen.findByRole("button", { name: say("walks.rooms.make") }));
    const dialog = within(await screen.findByRole("dialog", { name: say("walks.rooms.make") }));
    await user.click(dialog.getAllByRole("button").at(-1) as HTMLElement);
    await waitFor(() => expect(api.calls("POST /api/visits/{id}/walks/{walk}/rooms")).toHaveLength(1));
    const [sent] = api.calls("POST /api/visits/{id}/walks/{walk}/rooms");
    const rooms = sent?.body["rooms"] as { picture: number; id_sheet: number; name: string; x: number }[];
    expect(rooms.length).toBeGreaterThan(2);
    expect(rooms[0]).toMatchObject({ picture: 0, id_sheet: 5, name: `${say("walks.rooms.name")} 001` });
    expect(rooms[0]?.x).toBeCloseTo(0.1, 1);
  });

  it("asks for a floor plan where the project has none", async () => {
    await open(language, {}, { "GET /api/maps": () => ok([aSheet({ image: null })]) });
    expect(await screen.findByText(say("walks.no_plans_title"))).toBeTruthy();
  });
});
