import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { Video } from "#contract/videos.ts";
import { type Answers, ok } from "#test/web/api-server.ts";
import { session } from "#web/lib/session.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, publicSettings } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { aVideo } from "./testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

/** Texts that the tests look up in that language. */
function textsOf(language: Language) {
  const text = says(language);
  return {
    failed: text("errors.failed.videos"),
    empty: text("videos.empty_title"),
    noMatch: text("common.no_match_title"),
    starredFilter: text("videos.starred"),
    publicFilter: text("videos.public"),
    select: (name: string) => text("videos.select", { name }),
    bulk: text("videos.bulk"),
    star: text("common.star"),
    done: text("videos.starred_done", { count: 2 }),
    undo: text("common.undo"),
    making: new RegExp(`^${text("videos.making", { percent: "" })}.?40`),
    broken: text("errors.code.VIDEO_RATIO"),
    again: text("videos.try_again"),
    unknown: text("videos.unknown_project"),
    remove: text("videos.delete"),
    question: text("videos.delete_title", { name: "Second floor" }),
    date: text("videos.date"),
    hide: text("videos.hide"),
    hidden: text("videos.hidden_done", { name: "Second floor" }),
    nameField: new RegExp(`^${text("videos.name")}`),
    nameMissing: text("videos.title_required"),
    save: text("common.save"),
    share: text("videos.share"),
    embed: text("sharing.links.embed"),
    embedCode: text("sharing.links.embed_code"),
  };
}

const project = aProject({ id: 1, name: "Tower B", can: { ...aProject().can, add_video: true } });

/** A server that stores videos and their stars. */
function keeper(videos: readonly Video[], more: Answers = {}): Answers {
  let all = [...videos];
  const star = (ids: readonly number[], starred: boolean) => {
    all = all.map((video) => (ids.includes(video.id) ? { ...video, starred } : video));
  };
  return {
    ...projectAnswers([project]),
    "GET /api/three60videos": ({ query }) => {
      const items = all.filter(
        ({ id_project, starred, is_public }) =>
          (query.get("id_project") === null || id_project === Number(query.get("id_project"))) &&
          (query.get("starred") === null || starred) &&
          (query.get("is_public") === null || is_public),
      );
      return ok({ items, total: items.length, page: 1, per_page: 24 });
    },
    "PUT /api/three60videos/bulk-star": ({ body }) => {
      const { video_ids, starred } = body as { video_ids: number[]; starred: boolean };
      star(video_ids, starred);
      return ok({ video_ids, starred });
    },
    "PUT /api/three60videos/star": ({ body }) => {
      const { id_video, starred } = body as { id_video: number; starred: boolean };
      star([id_video], starred);
      return ok({ id_video, starred });
    },
    "GET /api/three60videos/{id}": () => ok(all[0]),
    ...more,
  };
}

describe.each(["en", "ar"] as const)("the list of videos in %s", (language) => {
  const it = inTurns(language);
  const t = textsOf(language);
  const open = async (videos: readonly Video[], more: Answers = {}, path = "/videos") => {
    opened = await openScreen(path, language, keeper(videos, more));
    return opened;
  };

  it("explains what to do while there are none", async () => {
    await open([]);
    expect(await screen.findByText(t.empty)).toBeTruthy();
  });

  it("filters by the project in the address, by starred and by public", async () => {
    const { user } = await open(
      [
        aVideo({ id: 1, title: "Ground floor" }),
        aVideo({ id: 2, title: "Quay", id_project: 2, is_public: true }),
        aVideo({ id: 3, title: "Roof", starred: true }),
      ],
      {},
      "/videos/1",
    );
    expect(await screen.findByText("Ground floor")).toBeTruthy();
    expect(screen.queryByText("Quay")).toBeNull();
    await user.click(screen.getByRole("button", { name: t.starredFilter }));
    await waitFor(() => expect(screen.queryByText("Ground floor")).toBeNull());
    expect(screen.getByText("Roof")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: t.publicFilter }));
    expect(await screen.findByText(t.noMatch)).toBeTruthy();
  });

  it("says that a project does not exist, and shows all videos", async () => {
    await open([aVideo({ title: "Quay", id_project: 2 })], {}, "/videos/99");
    expect(await screen.findByText(t.unknown)).toBeTruthy();
    expect(await screen.findByText("Quay")).toBeTruthy();
  });

  it("stars several at once and undoes that", async () => {
    const { user, api } = await open([
      aVideo({ id: 1, title: "Ground floor" }),
      aVideo({ id: 2, title: "Roof", starred: true }),
      aVideo({ id: 3, title: "Cellar" }),
    ]);
    for (const name of ["Ground floor", "Roof", "Cellar"])
      await user.click(await screen.findByRole("checkbox", { name: t.select(name) }));
    const bar = within(screen.getByRole("toolbar", { name: t.bulk }));
    await user.click(bar.getByRole("button", { name: t.star }));
    expect(await screen.findByText(t.done)).toBeTruthy();
    const told = () => api.calls("PUT /api/three60videos/bulk-star").map(({ body }) => body);
    expect(told(), "what was starred before is left alone").toEqual([{ video_ids: [1, 3], starred: true }]);
    await user.click(screen.getByRole("button", { name: t.undo }));
    await waitFor(() => expect(told()).toHaveLength(2));
    expect(told()[1]).toEqual({ video_ids: [1, 3], starred: false });
  });

  it("shows the progress of one, why another failed, and retries it", async () => {
    const { user, api } = await open(
      [
        aVideo({ id: 1, title: "Ground floor", status: "processing", progress: 0.4 }),
        aVideo({ id: 2, title: "Roof", status: "failed", problem: "VIDEO_RATIO", progress: 0 }),
      ],
      { "PUT /api/three60videos/{id}/status": () => ok(aVideo({ id: 2, status: "processing" })) },
    );
    expect(await screen.findByText(t.making)).toBeTruthy();
    expect(screen.getByText(t.broken)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: t.again }));
    await waitFor(() =>
      expect(api.calls("PUT /api/three60videos/{id}/status")[0]?.body).toEqual({ status: "processing" }),
    );
  });

  it("says that they could not be loaded where the server sends no message", async () => {
    await open([], { "GET /api/three60videos": () => ({ status: 500, body: {} }) });
    expect(await screen.findByText(t.failed)).toBeTruthy();
  });
});

describe.each(["en", "ar"] as const)("the form of a video in %s", (language) => {
  const it = inTurns(language);
  const t = textsOf(language);
  const open = async (more: Answers = {}, video = aVideo()) => {
    opened = await openScreen("/editvideo/5", language, keeper([video], more));
    await screen.findByRole("textbox", { name: t.nameField });
    return opened;
  };

  it("shows the date read-only; sends only changed fields", async () => {
    const { user, api } = await open({
      "PUT /api/three60videos/{id}": ({ body }) => ok({ ...aVideo(), ...body }),
    });
    const segments = screen.getAllByRole("spinbutton", { name: new RegExp(t.date) });
    for (const segment of segments) expect(segment.getAttribute("aria-disabled")).toBe("true");
    const name = screen.getByRole("textbox", { name: t.nameField });
    await user.clear(name);
    await user.click(screen.getByRole("button", { name: t.save }));
    expect(await screen.findByText(t.nameMissing)).toBeTruthy();
    await user.type(name, "Third floor");
    await user.click(screen.getByRole("button", { name: t.save }));
    await waitFor(() => expect(api.calls("PUT /api/three60videos/{id}")).toHaveLength(1));
    expect(api.calls("PUT /api/three60videos/{id}")[0]?.body).toEqual({ title: "Third floor" });
  });

  it("hides the video and shows it again by undo", async () => {
    const { user, api } = await open({
      "PUT /api/three60videos/{id}/status": ({ body }) => ok(aVideo({ status: body["status"] as "ready" })),
    });
    await user.click(screen.getByRole("button", { name: t.hide }));
    expect(await screen.findByText(t.hidden)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: t.undo }));
    await waitFor(() =>
      expect(api.calls("PUT /api/three60videos/{id}/status").map(({ body }) => body["status"])).toEqual([
        "hidden",
        "ready",
      ]),
    );
  });

  it("navigates to the list when the video is deleted, after a confirmation with its name", async () => {
    const { user, api, path } = await open({ "DELETE /api/three60videos/{id}": () => ok({}) });
    await user.click(screen.getByRole("button", { name: t.remove }));
    const question = within(await screen.findByRole("alertdialog", { name: t.question }));
    expect(api.calls("DELETE /api/three60videos/{id}")).toHaveLength(0);
    await user.click(question.getByRole("button", { name: t.remove }));
    await waitFor(() => expect(path()).toBe("/videos"));
    expect(api.calls("DELETE /api/three60videos/{id}")).toHaveLength(1);
  });

  it("offers the link of the public page, and embed code", async () => {
    const { user } = await open({}, aVideo({ is_public: true }));
    act(() => session.setSettings({ ...publicSettings, share_providers: ["copy"] }));
    await user.click(screen.getByRole("button", { name: t.share }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByDisplayValue(/\/video\/vid2345678$/)).toBeTruthy();
    await user.click(dialog.getByText(t.embed));
    const code = await dialog.findByRole<HTMLInputElement>("textbox", { name: t.embedCode });
    expect(code.value).toContain("<iframe");
    expect(code.value).toContain("/video/vid2345678");
  });
});
