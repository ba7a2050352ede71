import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Photo } from "#contract/photos.ts";
import { type Answers, ok } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { aPhoto } from "./testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const photos = [
  aPhoto(),
  aPhoto({
    id: 346,
    caption: "",
    file: "column.jpg",
    position: { id_sheet: 5, x: 0.5, y: 0.5, sheet: "Ground floor", floor: "" },
    proposal: { latitude: 24.7, longitude: 46.7, accuracy: 8, heading: 90 },
  }),
];

/** A project with photos; changes are kept. */
function keeper(list: readonly Photo[] = photos, mayAdd = true): Answers {
  let items = [...list];
  const binned: Photo[] = [];
  const one = (id: number) => items.find((photo) => photo.id === id) ?? aPhoto();
  const ofOne = (id: number): Answers => ({
    [`GET /api/photos/${id}`]: () => ok({ ...one(id), proposed: [] }),
    [`PUT /api/photos/${id}`]: ({ body }) => {
      const { proposal, ...change } = body as Partial<Photo> & { proposal?: string };
      const changed: Photo = { ...one(id), ...change, ...(proposal && { proposal: null }) };
      items = items.map((photo) => (photo.id === id ? changed : photo));
      return ok(changed);
    },
    [`DELETE /api/photos/${id}`]: () => {
      binned.push(one(id));
      items = items.filter((photo) => photo.id !== id);
      return ok({});
    },
  });
  return {
    ...projectAnswers([aProject({ id: 1, name: "Tower B" })]),
    "GET /api/projects/{id}/photos": ({ query }) => {
      const shown = query.get("sheet") === "0" ? items.filter(({ position }) => position === null) : items;
      return ok({
        items: shown,
        total: shown.length,
        page: 1,
        per_page: 48,
        sheets: [
          { id: 5, name: "Ground floor", floor: "", photos: 1 },
          { id: 0, name: "", floor: "", photos: 1 },
        ],
        authors: [{ id_user: 1, name: "Sara Haddad", photos: 2 }],
        can: { add: mayAdd },
      });
    },
    "POST /api/projects/{id}/photos/restore": () => {
      items = [...items, ...binned];
      return ok({ restored: binned.length });
    },
    "GET /api/visits": () => ok({ items: [], total: 0, page: 1, per_page: 100 }),
    ...Object.assign({}, ...list.map(({ id }) => ofOne(id))),
  };
}

describe.each(["en", "ar"] as const)("the photos of a project in %s", (language) => {
  const it = inTurns(language);
  const t = says(language);
  const open = async (path = "/photos/1", answers = keeper()) => {
    opened = await openScreen(path, language, answers);
    return opened;
  };
  const tile = (name: string) => screen.findByRole("link", { name: (label) => label.includes(name) });

  it("are listed with name, date and floor, and narrowed to those without a position", async () => {
    const { user, api } = await open();
    expect((await tile("Formwork")).getAttribute("href")).toContain("/photos/1_345");
    expect(within(await tile("column.jpg")).getByText("Ground floor")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: t("photos.no_position") }));
    await waitFor(() => expect(screen.queryByRole("link", { name: /column/ })).toBeNull());
    expect(api.calls("GET /api/projects/{id}/photos").at(-1)?.query.get("sheet")).toBe("0");
  });

  it("open large over the list, with the arrows leading to the next one", async () => {
    await open("/photos/1_345");
    expect(await screen.findByRole("dialog", { name: "Formwork" })).toBeTruthy();
    await screen.findByText(t("photos.position_of", { n: 1, total: 2 }));
    fireEvent.keyDown(window, { key: language === "ar" ? "ArrowLeft" : "ArrowRight" });
    expect(await screen.findByRole("dialog", { name: "column.jpg" })).toBeTruthy();
  });

  it("show the camera's location as a proposal that is sent only as an answer", async () => {
    const { user, api } = await open("/photos/1_346");
    const proposal = within(await screen.findByRole("region", { name: t("photos.proposal.title") }));
    expect(proposal.getByText(t("photos.proposal.heading", { n: 90 }))).toBeTruthy();
    expect(api.calls("PUT /api/photos/346")).toEqual([]);
    await user.click(proposal.getByRole("button", { name: t("photos.proposal.ignore") }));
    await waitFor(() =>
      expect(api.calls("PUT /api/photos/346").map(({ body }) => body)).toEqual([
        { proposal: "ignored", version: 1 },
      ]),
    );
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: t("photos.proposal.title") })).toBeNull(),
    );
  });

  it("are edited with the version that was read", async () => {
    const { user, api } = await open("/photos/1_345");
    const view = within(await screen.findByRole("dialog", { name: "Formwork" }));
    await user.click(view.getByRole("button", { name: t("photos.edit") }));
    const form = within(await screen.findByRole("dialog", { name: t("photos.edit_title") }));
    const caption = form.getByRole("textbox", { name: new RegExp(t("photos.fields.caption")) });
    await user.clear(caption);
    await user.type(caption, "Column C4");
    await user.click(form.getByRole("button", { name: t("photos.save") }));
    await waitFor(() =>
      expect(api.calls("PUT /api/photos/345").map(({ body }) => body)).toEqual([
        { caption: "Column C4", version: 1 },
      ]),
    );
    expect(await screen.findByRole("dialog", { name: "Column C4" })).toBeTruthy();
  });

  it("are deleted without a question, and restored by undo", async () => {
    const { user } = await open("/photos/1_345");
    const view = within(await screen.findByRole("dialog", { name: "Formwork" }));
    await user.click(view.getByRole("button", { name: t("common.more") }));
    await user.click(await screen.findByRole("menuitem", { name: t("photos.delete") }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(await screen.findByRole("button", { name: t("photos.undo") }));
    expect(await tile("Formwork")).toBeTruthy();
  });

  it("offer nothing that a reader may not do", async () => {
    const can = { view: true, download: false, edit: false, delete: false, add_snag: false };
    await open("/photos/1_345", keeper([aPhoto({ can, original: null })], false));
    const view = within(await screen.findByRole("dialog", { name: "Formwork" }));
    for (const key of ["photos.edit", "photos.place", "photos.snag"] as const)
      expect(view.queryByRole("button", { name: t(key) })).toBeNull();
    expect(screen.queryByRole("button", { name: t("photos.add"), hidden: true })).toBeNull();
  });

  it("are refused here when they are no pictures, and named with the reason", async () => {
    const { api } = await open("/photos/1", keeper([]));
    await screen.findByText(t("photos.none_title"));
    const input = document.querySelector<HTMLInputElement>("input[type=file][multiple]");
    if (input === null) throw new Error("There is no picker.");
    fireEvent.change(input, {
      target: { files: [new File(["%PDF"], "notes.pdf", { type: "application/pdf" })] },
    });
    expect(await screen.findByText("notes.pdf")).toBeTruthy();
    expect(screen.getByText(t("photos.wrong_type"))).toBeTruthy();
    expect(api.calls("POST /api/projects/{id}/photos")).toEqual([]);
  });

  it("open by their own address, as in search results", async () => {
    await open("/photo/346");
    expect(await screen.findByRole("dialog", { name: "column.jpg" })).toBeTruthy();
    expect(location.pathname).toBe("/photos/1_346");
  });
});
