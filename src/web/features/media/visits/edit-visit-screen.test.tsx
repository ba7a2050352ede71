import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { Room } from "#contract/visits.ts";
import { type Answers, ok } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aRoom, aVisit } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const wordsIn = (language: Language) => {
  const t = says(language);
  return {
    rename: t("visits.rename", { name: "stairs" }),
    rooms: t("visits.rooms_title"),
    up: t("common.move_up", { name: "stairs" }),
    handle: t("common.move", { name: "hall" }),
    north: t("visits.north_of", { name: "hall" }),
    remove: t("visits.delete_room", { name: "hall" }),
    question: t("visits.delete_room_title", { name: "hall" }),
    confirm: t("visits.delete_room_confirm"),
    making: t("visits.room_processing"),
    removeVisit: t("visits.delete"),
    visitQuestion: t("visits.delete_title", { name: "Week 11" }),
    nameRequired: t("visits.name_required"),
    name: new RegExp(`^${t("visits.name")}`),
    save: t("common.save"),
  };
};

/** A server with three rooms that applies the changes it receives. */
function keeper(): Answers {
  let rooms: Room[] = ["hall", "stairs", "roof"].map((name, index) =>
    aRoom({ id: index + 1, name, order: index }),
  );
  return {
    "GET /api/visits/{id}": () => ok({ ...aVisit({ id: 7, room_count: rooms.length }), rooms }),
    "GET /api/visits": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
    "PUT /api/visits/{id}": ({ body }) => ok({ ...aVisit({ id: 7, ...body }), rooms }),
    "PUT /api/rooms/1": ({ body }) => ok(change(1, body)),
    "PUT /api/rooms/2": ({ body }) => ok(change(2, body)),
    "DELETE /api/rooms/1": () => {
      rooms = rooms.filter(({ id }) => id !== 1);
      return ok({});
    },
  };

  function change(id: number, { order, ...values }: Partial<Room>): Room {
    rooms = rooms.map((room) => (room.id === id ? { ...room, ...values } : room));
    const changed = rooms.find((room) => room.id === id) as Room;
    if (order !== undefined) {
      rooms = rooms.filter((room) => room.id !== id);
      rooms.splice(order, 0, changed);
    }
    return changed;
  }
}

describe.each(["en", "ar"] as const)("the page of a visit in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const open = async (more: Answers = {}) => {
    opened = await openScreen("/editvisit/7", language, { ...keeper(), ...more });
    const list = await screen.findByRole("list", { name: text.rooms });
    const names = () =>
      [...list.querySelectorAll<HTMLInputElement>("input[type=text]")]
        .filter((input) => input.inputMode !== "decimal" && input.inputMode !== "numeric")
        .map((input) => input.value);
    return { ...opened, list: within(list), names };
  };

  it("renames a room on Enter, and restores the old name on Escape", async () => {
    const { user, api } = await open();
    const name = screen.getByRole("textbox", { name: text.rename });
    await user.type(name, " 2{Escape}");
    expect((name as HTMLInputElement).value).toBe("stairs");
    await user.clear(name);
    await user.type(name, "Staircase{Enter}");
    await waitFor(() => expect(api.calls("PUT /api/rooms/2")).toHaveLength(1));
    expect(api.calls("PUT /api/rooms/2")[0]?.body).toEqual({ name: "Staircase" });
  });

  it("moves a room by button and by keyboard, sending only the position", async () => {
    const { user, api, list, names } = await open();
    await user.click(list.getByRole("button", { name: text.up }));
    await waitFor(() => expect(api.calls("PUT /api/rooms/2")[0]?.body).toEqual({ order: 0 }));
    expect(names()).toEqual(["stairs", "hall", "roof"]);
    list.getByRole("button", { name: text.handle }).focus();
    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(api.calls("PUT /api/rooms/1")[0]?.body).toEqual({ order: 2 }));
    await waitFor(() => expect(names()).toEqual(["stairs", "roof", "hall"]));
    expect(document.activeElement).toBe(list.getByRole("button", { name: text.handle }));
  });

  it("sets north by a number", async () => {
    const { user, api } = await open();
    const north = screen.getByRole("textbox", { name: text.north });
    await user.clear(north);
    await user.type(north, "-45{Enter}");
    await waitFor(() => expect(api.calls("PUT /api/rooms/1")[0]?.body).toEqual({ north: -45 }));
  });

  it("deletes a room after a confirmation with its name", async () => {
    const { user, api, names } = await open();
    await user.click(screen.getByRole("button", { name: text.remove }));
    const question = within(await screen.findByRole("alertdialog", { name: text.question }));
    expect(api.calls("DELETE /api/rooms/1")).toHaveLength(0);
    await user.click(question.getByRole("button", { name: text.confirm }));
    await waitFor(() => expect(names()).toEqual(["stairs", "roof"]));
  });

  it("navigates to the list of visits when the visit is deleted, after a confirmation with its name", async () => {
    const { user, api, path } = await open({ "DELETE /api/visits/{id}": () => ok({}) });
    await user.click(screen.getByRole("button", { name: text.removeVisit }));
    const question = within(await screen.findByRole("alertdialog", { name: text.visitQuestion }));
    expect(api.calls("DELETE /api/visits/{id}")).toHaveLength(0);
    await user.click(question.getByRole("button", { name: text.removeVisit }));
    await waitFor(() => expect(path()).toBe("/visits"));
    expect(api.calls("DELETE /api/visits/{id}")).toHaveLength(1);
  });

  it("says which pictures are still being processed", async () => {
    const room = aRoom({ id: 1, name: "hall", picture: { ...aRoom().picture, state: "processing" } });
    await open({ "GET /api/visits/{id}": () => ok({ ...aVisit({ id: 7 }), rooms: [room] }) });
    expect(screen.getByText(text.making)).toBeTruthy();
  });

  it("has its own text for a missing name and sends nothing", async () => {
    const { user, api } = await open();
    const name = screen.getAllByRole("textbox", { name: text.name }).at(-1) as HTMLElement;
    await user.clear(name);
    await user.click(screen.getByRole("button", { name: text.save }));
    expect(await screen.findByText(text.nameRequired)).toBeTruthy();
    expect(api.calls("PUT /api/visits/{id}")).toHaveLength(0);
  });
});
