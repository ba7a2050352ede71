import { screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { RoomMatch, VisitMatches } from "#contract/tour.ts";
import { type Answers, ok } from "#test/web/api-server.ts";
import { RealtimeServer } from "#test/web/realtime-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { offerRealtime } from "#web/testing/offer-realtime.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aRoom } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";

let realtime: RealtimeServer;
beforeAll(async () => {
  realtime = await RealtimeServer.start(() => ({ status: 404, body: {} }));
  offerRealtime(realtime);
});
afterAll(() => realtime.stop());

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const april8 = { en: "8 April 2026", ar: "8 أبريل 2026" };
const wordsIn = (language: Language) => {
  const t = says(language);
  return {
    question: t("visits.match.question", { name: "IMG_20260408_001", date: april8[language] }),
    all: t("visits.match.confirm_all", { count: 3 }),
    same: t("visits.match.same"),
    another: t("visits.match.choose_instead"),
    likely: t("visits.match.confidences.medium"),
    undo: t("common.undo"),
    none: t("visits.match.none_title"),
  };
};

const undo = { spots: [[11], [21]], denied: [], allowed: [] };

/** Two visits with three rooms named by the camera, and a server that stores decisions. */
function keeper(change: Partial<VisitMatches> = {}): Answers {
  const walk = (from: number, date: string) =>
    [1, 2, 3].map((at) => aRoom({ id: from + at, order: at, name: `IMG_${date}_00${at}` }));
  const visit = (id_visit: number, visit_date: string) => ({
    id_visit,
    name: `Walk ${id_visit}`,
    code: `code${id_visit}`,
    visit_date,
    room_count: 3,
  });
  const april = visit(2, "2026-04-08T08:00:00.000Z");
  let matches: RoomMatch[] = [1, 2, 3].map((at) => ({
    id_room: 10 + at,
    state: "proposed",
    id_other: 20 + at,
    confidence: "medium",
    reasons: ["order", "time"],
  }));
  const before = matches;
  const data = (): VisitMatches => ({
    id_project: 1,
    visit: visit(1, "2026-09-30T08:00:00.000Z"),
    other: april,
    visits: [april],
    rooms: walk(10, "20260930"),
    others: walk(20, "20260408"),
    sheets: [],
    matches,
    can: { edit: true },
    ...change,
  });
  return {
    "POST /api/broadcasting/auth": () => ({ body: { auth: "key:proof" } }),
    "GET /api/visits/1/matches": () => ok(data()),
    "PUT /api/visits/1/matches": ({ body }) => {
      const { rooms } = body as { rooms: { id_room: number; decision: string; id_target_room?: number }[] };
      matches = matches.map((match) => {
        const said = rooms.find(({ id_room }) => id_room === match.id_room);
        if (said === undefined) return match;
        const isSame = said.decision === "same";
        return { ...match, state: isSame ? "bound" : "different", id_other: said.id_target_room ?? null };
      });
      return ok({ same: rooms.length, different: 0, undo });
    },
    "POST /api/visits/1/matches/undo": () => {
      matches = before;
      return ok({});
    },
  };
}

describe.each(["en", "ar"] as const)("matching two visits in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const open = async (path = "/editvisit/1/match", change: Partial<VisitMatches> = {}) => {
    opened = await openScreen(path, language, keeper(change));
    return opened;
  };
  const pairs = () => document.querySelectorAll("[data-pair]");

  it("asks for each room, with both photos, whether it is the same spot", async () => {
    await open();
    await screen.findByText(text.question);
    expect(pairs()).toHaveLength(3);
    expect(screen.getAllByText(text.likely)).toHaveLength(3);
    expect(screen.getAllByRole("img", { name: /IMG_20260408_001/ })).toHaveLength(1);
  });

  it("confirms all proposals by one press, and undoes that by one", async () => {
    const { user, api } = await open();
    await user.click(await screen.findByRole("button", { name: text.all }));
    await waitFor(() => expect(api.calls("PUT /api/visits/1/matches")).toHaveLength(1));
    expect(api.calls("PUT /api/visits/1/matches")[0]?.body).toEqual({
      id_visit: 2,
      rooms: [1, 2, 3].map((at) => ({ id_room: 10 + at, decision: "same", id_target_room: 20 + at })),
    });
    await user.click(await screen.findByRole("button", { name: text.undo }));
    await waitFor(() => expect(api.calls("POST /api/visits/1/matches/undo")[0]?.body).toEqual(undo));
    await screen.findByRole("button", { name: text.all });
    expect(pairs()).toHaveLength(3);
  });

  it("accepts Y and N by keyboard, and moves to the next pair", async () => {
    const { user, api } = await open("/editvisit/1/match?show=review");
    await screen.findByText(text.question);
    (pairs()[0] as HTMLElement).focus();
    await user.keyboard("y");
    await waitFor(() => expect(pairs()).toHaveLength(2));
    await waitFor(() => expect(document.activeElement).toBe(pairs()[0]));
    expect(api.calls("PUT /api/visits/1/matches")[0]?.body).toMatchObject({
      rooms: [{ id_room: 11, decision: "same", id_target_room: 21 }],
    });
    await user.keyboard("{ArrowDown}n");
    await waitFor(() => expect(pairs()).toHaveLength(1));
    expect(api.calls("PUT /api/visits/1/matches")[1]?.body).toMatchObject({
      rooms: [{ decision: "different" }],
    });
  });

  it("lets another room be selected by its photo", async () => {
    const { user, api } = await open();
    await screen.findByText(text.question);
    const [another] = screen.getAllByRole("button", { name: text.another });
    if (another !== undefined) await user.click(another);
    await user.click(await screen.findByRole("button", { name: "IMG_20260408_003" }));
    await waitFor(() =>
      expect(api.calls("PUT /api/visits/1/matches")[0]?.body).toMatchObject({
        rooms: [{ id_room: 11, decision: "same", id_target_room: 23 }],
      }),
    );
  });

  it("shows what was found since it was opened, without a press", async () => {
    const rooms = [11, 12, 13];
    const change: Partial<VisitMatches> = {
      matches: rooms.map((id_room) => ({
        id_room,
        state: "open",
        id_other: null,
        confidence: null,
        reasons: [],
      })),
    };
    await open("/editvisit/1/match", change);
    await screen.findByRole("heading", { level: 1 });
    await waitFor(() => expect(realtime.hearers.size).toBe(1));
    expect(screen.queryByText(text.question)).toBeNull();
    change.matches = rooms.map((id_room) => ({
      id_room,
      state: "proposed",
      id_other: id_room + 10,
      confidence: "high",
      reasons: ["look"],
    }));
    await waitFor(() => {
      realtime.tell("private-project-1", "visit.changed", { id_project: 1, id_visit: 1 });
      expect(screen.queryByText(text.question)).not.toBeNull();
    });
  });

  it("says so when there is no other visit, and shows no actions to users who may only view", async () => {
    await open("/editvisit/1/match", {
      other: null,
      visits: [],
      others: [],
      matches: [],
      can: { edit: false },
    });
    await screen.findByText(text.none);
    await opened?.close();
    await open("/editvisit/1/match", { can: { edit: false } });
    await screen.findByText(text.question);
    expect(screen.queryByRole("button", { name: text.same })).toBeNull();
  });
});
