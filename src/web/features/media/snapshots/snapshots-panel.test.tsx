import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Snapshot } from "#contract/snapshots.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

function aSnapshot(change: Partial<Snapshot> = {}): Snapshot {
  const id = change.id ?? 1;
  return {
    id,
    id_snapshot: id,
    id_visit: 3,
    visit: "Week 11",
    visit_code: "vst2345678",
    visit_date: "2026-11-19T08:00:00.000Z",
    id_room: 7,
    room: "Hall",
    id_project: 1,
    project: "Tower B",
    yaw: 12.34,
    pitch: -4,
    fov: 60,
    note: `Crack ${id}`,
    drawing: [],
    url: `/media/${id}.webp`,
    thumbnail: `/media/${id}-small.webp`,
    author: { id_user: 2, name: "Survey Team", code: "person2345", avatar: null },
    created_at: "2026-11-20T08:00:00.000Z",
    updated_at: "2026-11-20T08:00:00.000Z",
    can: { view: true, edit: true, delete: true },
    ...change,
  };
}

/** A server with a project's snapshots, which can be changed and deleted. */
function keeper(count: number): Answers {
  let all = Array.from({ length: count }, (_, at) => aSnapshot({ id: count - at }));
  const project = aProject({ can: { view: true, view_visits: true } });
  return {
    "GET /api/projects/{id}": () => ok(project),
    "GET /api/visits": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
    "GET /api/snapshots": ({ query }) => {
      const [page, per_page] = [Number(query.get("page")), Number(query.get("per_page"))];
      const items = all.slice((page - 1) * per_page, page * per_page);
      return ok({ items, total: all.length, page, per_page });
    },
    "PUT /api/snapshots/{id}": ({ body }) => {
      all = all.map((one) => (one.id === 2 ? { ...one, ...(body as { note: string }) } : one));
      return ok(all.find(({ id }) => id === 2));
    },
    "DELETE /api/snapshots/{id}": () => {
      all = all.filter(({ id }) => id !== 2);
      return ok({});
    },
  };
}

describe.each(["en", "ar"] as const)("the snapshots of a project in %s", (language) => {
  const it = inTurns(language);
  const t = says(language);

  it("explain how to take one while there are none", async () => {
    opened = await openScreen("/project/1", language, keeper(0));
    expect(await screen.findByText(t("snapshots.empty_title"))).toBeTruthy();
  });

  it("open large, link to their view, and lead to the next and previous one", async () => {
    opened = await openScreen("/project/1", language, keeper(3));
    fireEvent.click(await screen.findByRole("button", { name: /Crack 2/ }));
    const dialog = await screen.findByRole("dialog");
    expect(
      within(dialog)
        .getByRole("link", { name: t("snapshots.go") })
        .getAttribute("href"),
    ).toBe("/viewer/vst2345678/7?yaw=12.3&pitch=-4&fov=60");
    fireEvent.click(within(dialog).getByRole("button", { name: t("snapshots.next") }));
    expect(await screen.findByRole("img", { name: "Crack 1" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: t("snapshots.next") })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: t("snapshots.previous") }));
    expect(await screen.findByRole("img", { name: "Crack 2" })).toBeTruthy();
  });

  it("save a note on blur, and are deleted after a confirmation", async () => {
    opened = await openScreen("/project/1", language, keeper(3));
    fireEvent.click(await screen.findByRole("button", { name: /Crack 2/ }));
    const note = await screen.findByRole("textbox", { name: t("snapshots.note") });
    fireEvent.change(note, { target: { value: "Sealed" } });
    fireEvent.blur(note);
    expect(await screen.findByRole("button", { name: /Sealed/, hidden: true })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: t("snapshots.delete") }));
    const question = await screen.findByRole("alertdialog", { name: t("snapshots.delete_title") });
    fireEvent.click(within(question).getByRole("button", { name: t("snapshots.delete") }));
    await waitFor(() => expect(screen.queryByRole("button", { name: /Sealed/, hidden: true })).toBeNull());
  });

  it("keep the input when it is rejected, and say why", async () => {
    const answers = {
      ...keeper(3),
      "PUT /api/snapshots/{id}": () =>
        refuse(403, "SNAPSHOT_EDIT_DENIED", "Only the author can edit this snapshot."),
    };
    opened = await openScreen("/project/1", language, answers);
    fireEvent.click(await screen.findByRole("button", { name: /Crack 2/ }));
    const note = await screen.findByRole<HTMLInputElement>("textbox", { name: t("snapshots.note") });
    fireEvent.change(note, { target: { value: "Sealed" } });
    fireEvent.blur(note);
    await waitFor(() => expect(note.getAttribute("aria-invalid")).toBe("true"));
    expect(note.value).toBe("Sealed");
  });

  it("load eight at a time", async () => {
    opened = await openScreen("/project/1", language, keeper(10));
    expect(await screen.findAllByRole("button", { name: /Crack / })).toHaveLength(8);
    fireEvent.click(screen.getByRole("button", { name: t("snapshots.more") }));
    await waitFor(() => expect(screen.getAllByRole("button", { name: /Crack / })).toHaveLength(10));
  });
});
