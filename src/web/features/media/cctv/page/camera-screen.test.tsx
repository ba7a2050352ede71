import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, vi } from "vitest";
import type { Camera } from "#contract/cctv.ts";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { says } from "#web/testing/say.ts";
import { aCamera, aFilm, aStill, listed } from "../testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  vi.restoreAllMocks();
});

/** Expected texts in that language. */
function textsOf(language: Language) {
  const text = says(language);
  return {
    scrub: text("cctv.stills.scrub"),
    pin: text("cctv.stills.compare_pin"),
    before: new RegExp(`^${text("cctv.stills.before")}: ${language === "en" ? "20 Nov 2026, 08:00" : ""}`),
    after: new RegExp(`^${text("cctv.stills.after")}: ${language === "en" ? "20 Nov 2026, 10:00" : ""}`),
    wipe: text("cctv.stills.wipe"),
    make: text("cctv.film.make"),
    start: text("cctv.film.start"),
    length: text("cctv.film.length", { count: 90, length: text("cctv.film.seconds", { n: "3" }) }),
    started: text("cctv.film.started"),
    making: text("cctv.film.states.making"),
    ready: new RegExp(
      `^${text("cctv.film.seconds", { n: "43" })} · ${text("cctv.film.frames", { count: 1300 })} · `,
    ),
    table: text("cctv.health.as_table"),
    share: language === "en" ? "75%" : /75/,
    empty: text("cctv.stills.empty_title"),
    take: text("cctv.stills.take"),
    edit: text("cctv.edit"),
  };
}

const stills = [8, 9, 10].map((hour) =>
  aStill({ id: hour, taken_at: `2026-11-20T${String(hour).padStart(2, "0")}:00:00.000Z` }),
);

const answers = (camera: Camera = aCamera()): Answers => ({
  "GET /api/cctv-cameras/{id}": () => ok(camera),
  // This browser lacks the means for the live picture.
  "GET /api/cctv-cameras/{id}/playback": () => refuse(403, "FORBIDDEN", ""),
  "GET /api/cctv-cameras/{id}/health": () =>
    ok({ period: "week", uptime: 0.75, steps: [{ at: "2026-11-20T00:00:00.000Z", checks: 4, up: 3 }] }),
  "GET /api/cctv-cameras/{id}/stills/days": () =>
    ok({
      items: [
        { day: "2026-11-20", stills: 60 },
        { day: "2026-11-19", stills: 30 },
      ],
    }),
  "GET /api/cctv-cameras/{id}/stills": () => listed(stills.toReversed()),
  "GET /api/cctv-cameras/{id}/timelapses": () =>
    ok({ items: [aFilm({ id: 2, state: "making", progress: 0.4, url: null }), aFilm()] }),
  "POST /api/cctv-cameras/{id}/timelapses": () => ok(aFilm({ id: 3, state: "waiting", url: null })),
});

async function open(language: Language, all: Answers = answers()) {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  opened = await openScreen("/cameras/5", language, all);
  // The page and all its parts are compiled when the first of these tests opens it.
  await screen.findAllByText("North fence");
  return opened;
}

describe.each(["en", "ar"] as const)("camera page in %s", (language) => {
  const it = inTurns(language);
  const t = textsOf(language);

  it("scrubs through a day, and compares two of its moments", async () => {
    const { user, api } = await open(language);
    const line = await screen.findByLabelText<HTMLInputElement>(t.scrub);
    // The newest first, and the requested day from midnight to midnight.
    expect(line.value).toBe("7200");
    const [asked] = api.calls("GET /api/cctv-cameras/{id}/stills");
    expect(asked?.query.get("from")).toBe("2026-11-20T00:00:00.000Z");
    await user.click(screen.getByText(t.pin));
    fireEvent.change(line, { target: { value: "0" } });
    // Whichever was pinned, the earlier one is at the start of the line.
    await screen.findByAltText(t.before);
    screen.getByAltText(t.after);
    const wipe = screen.getByLabelText<HTMLInputElement>(t.wipe);
    fireEvent.change(wipe, { target: { value: "20" } });
    expect(wipe.value).toBe("20");
  });

  it("says how long a time-lapse will be before it is made, and shows the progress of others", async () => {
    const { user, api } = await open(language);
    await screen.findByLabelText(t.making);
    screen.getByText(t.ready);
    await user.click(screen.getByText(t.make));
    const dialog = within(await screen.findByRole("dialog", { name: t.make }));
    dialog.getByText(t.length);
    await user.click(dialog.getByRole("button", { name: t.start }));
    await screen.findByText(t.started);
    await waitFor(() =>
      expect(api.calls("POST /api/cctv-cameras/{id}/timelapses")[0]?.body).toEqual({
        from: "2026-11-19T00:00:00.000Z",
        to: "2026-11-20T23:59:59.999Z",
        fps: 30,
        has_stamp: true,
      }),
    );
  });

  it("shows its reliability as a chart, and the same as a table", async () => {
    const { user } = await open(language);
    await user.click(await screen.findByText(t.table));
    within(screen.getByRole("table")).getByText(t.share);
  });

  it("offers a viewer neither to take a picture nor to make a time-lapse", async () => {
    const camera = aCamera({ can: { view: true, check: true, edit: false, delete: false } });
    await open(language, {
      ...answers(camera),
      "GET /api/cctv-cameras/{id}/stills/days": () => ok({ items: [] }),
    });
    await screen.findByText(t.empty);
    for (const name of [t.take, t.make, t.edit]) expect(screen.queryByText(name)).toBeNull();
  });
});
