import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import type { TextKey } from "#web/lib/translate.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { aVideo, filmOf, type LentPlayer, lendPlayer } from "../testing.ts";
import { judgeFilm, Refused } from "./judge-film.ts";

/** Texts that the tests look up in that language. */
function textsOf(language: Language) {
  const text = says(language);
  const label = (key: TextKey) => new RegExp(`^${text(key)}`);
  return {
    newVideo: text("videos.new"),
    title: text("videos.add_title"),
    submit: text("videos.add"),
    name: label("videos.name"),
    description: label("videos.description"),
    project: new RegExp(text("videos.project")),
    password: label("videos.password"),
    protected: text("videos.is_protected"),
    remove: text("videos.remove_file", { name: "ride.mp4" }),
    titleRequired: text("videos.title_required"),
    projectRequired: text("videos.project_required"),
    fileRequired: text("videos.file_required"),
    passwordRequired: text("videos.password_required"),
    wrongType: text("common.drop.wrong_type", { types: ".mp4" }),
    tooLow: text("errors.code.VIDEO_RESOLUTION"),
    noSphere: text("errors.code.VIDEO_RATIO"),
    tooLong: text("errors.code.VIDEO_DURATION", { n: 60 }),
    unreadable: text("errors.code.VIDEO_UNREADABLE"),
    uploading: text("videos.uploading"),
    notAdded: text("videos.upload_failed", { reason: text("errors.failed.video_create") }),
    future: text("videos.date_future"),
    added: text("videos.added"),
  };
}

it("uses the texts of the specification", () => {
  const t = textsOf("en");
  expect([t.newVideo, t.title, t.titleRequired, t.projectRequired, t.future, t.uploading]).toEqual([
    "New Video",
    "Add Video",
    "Title is required",
    "Project is required",
    "Date and time cannot be in the future",
    "Uploading...",
  ]);
  expect([t.tooLow, t.noSphere, t.tooLong, t.unreadable]).toEqual([
    "Video resolution is too low. Minimum resolution required: 3840x1920",
    "Selected file is not a 360° video with aspect ratio 2:1",
    "Video duration is too long. Maximum duration: 60 seconds",
    "Failed to load video. Please check the file format and try again.",
  ]);
});

const may = { ...aProject().can, add_video: true };
const tower = aProject({ id: 1, name: "Tower B", can: may });
const standard: Answers = {
  ...projectAnswers([tower]),
  "GET /api/three60videos": () => ok({ items: [aVideo()], total: 1, page: 1, per_page: 24 }),
  "POST /api/three60videos": () => ({ status: 201, body: { data: aVideo() } }),
};

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
let player: LentPlayer;
beforeEach(() => {
  player = lendPlayer();
});
afterEach(async () => {
  await opened?.close();
  player.giveBack();
});

async function openAddVideo(language: Language, answers: Answers = {}, path = "/videos/1") {
  opened = await openScreen(path, language, { ...standard, ...answers });
  const { user } = opened;
  const text = textsOf(language);
  await user.click(await screen.findByRole("button", { name: text.newVideo }));
  const dialog = within(await screen.findByRole("dialog", { name: text.title }));
  const input = () => {
    const found = document.querySelector<HTMLInputElement>("input[type=file]");
    if (found === null) throw new Error("There is nowhere to put files.");
    return found;
  };
  const choose = (...files: File[]) => user.upload(input(), files);
  const submit = () => user.click(dialog.getByRole("button", { name: text.submit }));
  const isWhole = () => dialog.findByRole("img", { name: /ride\.mp4/ });
  return { ...opened, dialog, text, choose, submit, isWhole, input };
}

describe.each(["en", "ar"] as const)("Add Video in %s", (language) => {
  const it = inTurns(language);

  it("lists all missing fields at once and sends nothing", async () => {
    const { dialog, user, text, submit, api } = await openAddVideo(language, {}, "/videos");
    expect(dialog.getByRole("button", { name: text.submit }).hasAttribute("disabled")).toBe(true);
    await user.type(dialog.getByRole("textbox", { name: text.description }), "x");
    await submit();
    expect(await dialog.findByText(text.titleRequired)).toBeTruthy();
    expect(dialog.getByText(text.projectRequired)).toBeTruthy();
    expect(dialog.getByText(text.fileRequired)).toBeTruthy();
    expect(api.calls("POST /api/three60videos")).toHaveLength(0);
  });

  it("asks for a password only where the video is protected, and requires one then", async () => {
    const { dialog, user, text, submit } = await openAddVideo(language);
    const field = dialog.getByLabelText(text.password, { selector: "input" });
    expect((field as HTMLInputElement).disabled).toBe(true);
    await user.click(dialog.getByRole("switch", { name: text.protected }));
    expect((field as HTMLInputElement).disabled).toBe(false);
    await submit();
    expect(await dialog.findByText(text.passwordRequired)).toBeTruthy();
  });

  it("says why a video is rejected, and clears it", async () => {
    const { dialog, text, choose, input } = await openAddVideo(language);
    for (const [file, reason] of [
      [filmOf("ride.mov", {}, "video/quicktime"), text.wrongType],
      [filmOf("ride.mp4", { width: 1920, height: 960, duration: 61 }), text.tooLow],
      [filmOf("ride.mp4", { width: 3840, height: 2160, duration: 61 }), text.noSphere],
      [filmOf("ride.mp4", { duration: 61 }), text.tooLong],
      [new File(["no film"], "notes.mp4", { type: "video/mp4" }), text.unreadable],
    ] as const) {
      await choose(file);
      expect(await dialog.findByText(reason)).toBeTruthy();
      expect(input().value).toBe("");
      expect(dialog.queryByRole("button", { name: text.remove })).toBeNull();
    }
    expect(player.moments, "no still is made of a film that is not taken").toEqual([]);
  });

  it("draws the thumbnail of a video and sends all fields as entered", async () => {
    const { dialog, user, text, choose, submit, isWhole, api, path } = await openAddVideo(language, {
      "POST /api/three60videos": async () => {
        await new Promise((resolve) => setTimeout(resolve, 150));
        return { status: 201, body: { data: aVideo() } };
      },
    });
    await user.type(dialog.getByRole("textbox", { name: text.name }), "Second floor");
    await user.click(dialog.getByRole("switch", { name: text.protected }));
    await user.type(dialog.getByLabelText(text.password, { selector: "input" }), "gate 7");
    await choose(filmOf("ride.mp4", { duration: 1 }));
    await isWhole();
    expect(player.moments).toEqual([0.5]);
    expect(player.drawn).toEqual([{ width: 320, height: 160, type: "image/jpeg", quality: 0.6 }]);
    await submit();
    // jsdom reports no progress before the answer; the end-to-end test in a browser sees both texts.
    expect(await dialog.findByRole("button", { name: text.uploading })).toBeTruthy();
    expect(dialog.getByRole("progressbar")).toBeTruthy();
    expect(await screen.findByText(text.added)).toBeTruthy();
    const [sent] = api.calls("POST /api/three60videos");
    expect(sent?.body).toMatchObject({
      title: "Second floor",
      id_project: "1",
      is_public: "0",
      is_protected: "1",
      password: "gate 7",
      auto_play: "0",
      muted: "0",
      loop: "0",
    });
    expect(JSON.parse(String(sent?.body["metadata"]))).toMatchObject({
      filename: "ride.mp4",
      aspectRatio: "2",
    });
    await waitFor(() => expect(path()).toBe("/videos/1"));
    expect(screen.queryByRole("dialog", { name: text.title })).toBeNull();
  });

  it("keeps the input when the server rejects it, says why at the field, and can be sent once more", async () => {
    let isRefused = true;
    const { dialog, user, text, choose, submit, isWhole, api } = await openAddVideo(language, {
      "POST /api/three60videos": () =>
        isRefused
          ? refuse(422, "VALIDATION", "Please check your input.", { video_date: ["videos.date_future"] })
          : { status: 201, body: { data: aVideo() } },
    });
    await user.type(dialog.getByRole("textbox", { name: text.name }), "Second floor");
    await choose(filmOf("ride.mp4"));
    await isWhole();
    await submit();
    expect((await dialog.findAllByText(text.future)).length).toBeGreaterThan(0);
    expect(dialog.getByDisplayValue("Second floor")).toBeTruthy();
    expect(dialog.getByRole("button", { name: text.remove })).toBeTruthy();
    isRefused = false;
    await submit();
    expect(await screen.findByText(text.added)).toBeTruthy();
    expect(api.calls("POST /api/three60videos")).toHaveLength(2);
  });

  it("shows its own text where the server sends none", async () => {
    const { dialog, user, text, choose, submit, isWhole } = await openAddVideo(language, {
      "POST /api/three60videos": () => ({ status: 500, body: {} }),
    });
    await user.type(dialog.getByRole("textbox", { name: text.name }), "Second floor");
    await choose(filmOf("ride.mp4"));
    await isWhole();
    await submit();
    expect(await dialog.findByText(text.notAdded)).toBeTruthy();
  });
});

it("a title has at most 100 characters, a description 255, a password 255, and there is one file", async () => {
  const { dialog, text, choose, isWhole, input } = await openAddVideo("en");
  const longest = (field: HTMLElement) => (field as HTMLInputElement).maxLength;
  expect(longest(dialog.getByRole("textbox", { name: text.name }))).toBe(100);
  expect(longest(dialog.getByRole("textbox", { name: text.description }))).toBe(255);
  expect(longest(dialog.getByLabelText(text.password, { selector: "input" }))).toBe(255);
  expect(input().multiple).toBe(false);
  await choose(filmOf("ride.mp4"), filmOf("other.mp4"));
  await isWhole();
  expect(dialog.queryByText(/other\.mp4/)).toBeNull();
});

it("adding a video has no timeout", async () => {
  const limited = vi.spyOn(XMLHttpRequest.prototype, "timeout", "set");
  const { dialog, user, text, choose, submit, isWhole, api } = await openAddVideo("en");
  await user.type(dialog.getByRole("textbox", { name: text.name }), "Second floor");
  await choose(filmOf("ride.mp4"));
  await isWhole();
  await submit();
  expect(await screen.findByText(text.added)).toBeTruthy();
  expect(api.calls("POST /api/three60videos")).toHaveLength(1);
  expect(limited.mock.calls).toEqual([[0]]);
  limited.mockRestore();
});

it("only active and validated projects can be selected", async () => {
  const projects = [
    tower,
    aProject({ id: 2, name: "Asleep", active: false, can: may }),
    aProject({ id: 3, name: "Unjudged", validated: false, can: may }),
    aProject({ id: 4, name: "Of others", can: { ...may, add_video: false } }),
  ];
  const { dialog, user, text } = await openAddVideo("en", projectAnswers(projects), "/videos");
  await user.click(dialog.getByRole("combobox", { name: text.project }));
  const options = await screen.findAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual(["Tower B"]);
});

it("a video without metadata for thirty seconds is rejected, and not a moment earlier", async () => {
  vi.useFakeTimers();
  try {
    // A player that never fires an event.
    Object.defineProperty(HTMLMediaElement.prototype, "src", {
      configurable: true,
      value: "",
      writable: true,
    });
    let refused: unknown;
    const judged = judgeFilm(
      filmOf("ride.mp4"),
      { megabytes: 500, seconds: 60 },
      () => undefined,
      new AbortController().signal,
    ).catch((error: unknown) => {
      refused = error;
    });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(refused).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await judged;
    expect((refused as Refused).refusal.key).toBe("videos.timed_out");
  } finally {
    vi.useRealTimers();
  }
});
