import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Channel, Signal } from "#contract/live.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { session } from "#web/lib/session.ts";
import { openScreen, person, superAdmin } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { saying, says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const text = says("en");
const part = saying("en");
const labelOfName = new RegExp(`^${text("live.name")}`);

const all = { view: true, edit: true, operate: true, delete: true };
const aChannel = (change: Partial<Channel> = {}): Channel => ({
  id: 5,
  medialive_channel_id: "crane4site",
  code: "crane4site",
  name: "Tower crane",
  description: "",
  id_project: 3,
  project: "Palm Court",
  id_user: 1,
  author: "Site Office",
  driver: "own",
  state: "idle",
  state_at: "2026-11-21T08:00:00.000Z",
  problem: null,
  is_public: true,
  is_protected: false,
  record: false,
  is_360: false,
  viewers: 0,
  signal: null,
  ingest: { url: "rtmp://site.example/live", secure_url: null, key_hint: "x7Qz" },
  created_at: "2026-11-20T08:00:00.000Z",
  updated_at: "2026-11-20T08:00:00.000Z",
  can: all,
  ...change,
});

const poor: Signal = {
  width: 1280,
  height: 720,
  fps: 25,
  bitrate: 2_400_000,
  codec: "avc1.64001f",
  has_audio: true,
  gop: 8,
  advice: ["live.advice.long_gop"],
};

const page = (items: readonly object[]) => ok({ items, total: items.length, page: 1, per_page: 24 });
const answers = (channel: Channel): Answers => ({
  "GET /api/live-streaming": () => page([channel]),
  "GET /api/live-streaming/user": () => page([channel]),
  "GET /api/live-streaming/drivers": () => ok({ items: [{ driver: "own", is_ready: true }] }),
  "GET /api/live-streaming/playback-urls": () => refuse(503, "UNAVAILABLE", ""),
  "GET /api/live-streaming/{id}": () => ok(channel),
  "GET /api/live-streaming/{id}/recordings": () => page([]),
  ...projectAnswers([aProject({ id: 3, name: "Palm Court", can: { add_channel: true } })]),
});

async function open(path: string, channel = aChannel(), more: Answers = {}, whose = person) {
  opened = await openScreen(path, "en", { ...answers(channel), ...more }, whose);
  session.setUser(whose);
  return opened;
}

const broken = () => ({ status: 500, body: {} });

describe("Channel screen", () => {
  it.each(["/editchannel/5", "/editchannel?id=5", "/editchannel/crane4site"])(
    "opens at %s.",
    async (path) => {
      await open(path);
      expect(await screen.findByRole("heading", { level: 1, name: "Tower crane" })).toBeTruthy();
      expect(screen.getByText("rtmp://site.example/live")).toBeTruthy();
      expect(screen.getByText(text("live.key.hidden", { hint: "…x7Qz" }))).toBeTruthy();
    },
  );

  it.each(["en", "ar"] as const)(
    "says in %s that the channel must be started before sending, until it is.",
    async (language) => {
      const startFirst = says(language)("live.ingest.start_first");
      const idle = aChannel({ state: "idle" });
      opened = await openScreen("/editchannel/5", language, answers(idle), person);
      expect(await screen.findByText(startFirst)).toBeTruthy();
      await opened.close();
      const waiting = aChannel({ state: "starting" });
      opened = await openScreen("/editchannel/5", language, answers(waiting), person);
      expect(await screen.findByText("rtmp://site.example/live")).toBeTruthy();
      expect(screen.queryByText(startFirst)).toBeNull();
    },
  );

  it.each([
    ["en", "live.trouble.video_codec", /H\.264/],
    ["en", "live.trouble.audio_codec", /AAC/],
    ["ar", "live.trouble.video_codec", /H\.264/],
    ["ar", "live.trouble.audio_codec", /AAC/],
  ] as const)("explains in %s the sender's error: %s.", async (language, problem, remedy) => {
    const channel = aChannel({ state: "starting", problem });
    opened = await openScreen("/editchannel/5", language, answers(channel), person);
    const textIn = says(language);
    expect(await screen.findByText(textIn(`${problem}_title`))).toBeTruthy();
    expect(screen.getByText(textIn(problem)).textContent).toMatch(remedy);
  });

  it("offers the user's channels and a new one without an id.", async () => {
    const { user } = await open("/editchannel");
    const link = await screen.findByRole("link", { name: /Tower crane/ });
    expect(link.getAttribute("href")).toBe("/editchannel/5");
    const [add] = screen.getAllByRole("button", { name: text("live.new") });
    if (add === undefined) throw new Error("no way to a new one");
    await user.click(add);
    const dialog = await screen.findByRole("dialog");
    await user.click(await within(dialog).findByRole("button", { name: text("live.create") }));
    expect(await within(dialog).findByText(text("live.name_required"))).toBeTruthy();
  });

  it("shows the key of a new channel until it is copied, and a message when copying failed.", async () => {
    let isBroken = true;
    const made = aChannel();
    const { user } = await open("/editchannel", made, {
      "POST /api/live-streaming": () => (isBroken ? broken() : ok({ ...made, stream_key: "secret-x7Qz" })),
    });
    const [add] = await screen.findAllByRole("button", { name: text("live.new") });
    if (add === undefined) throw new Error("no way to a new one");
    await user.click(add);
    const dialog = await screen.findByRole("dialog");
    await user.type(await within(dialog).findByLabelText(labelOfName), "Tower crane");
    const create = within(dialog).getByRole("button", { name: text("live.create") });
    await user.click(create);
    expect(await within(dialog).findByText(/Failed to create live channel/)).toBeTruthy();
    isBroken = false;
    await user.click(create);
    expect(await screen.findByText("secret-x7Qz")).toBeTruthy();
    expect(await screen.findByRole("img", { name: text("live.key.qr") })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text("live.key.done") }));
    expect(screen.queryByText("secret-x7Qz")).toBeNull();
  });

  it("reports that it could not be started or stopped.", async () => {
    const { user } = await open("/editchannel/5", aChannel(), {
      "PUT /api/live-streaming/{id}/start": broken,
    });
    await user.click(await screen.findByRole("button", { name: text("live.start") }));
    expect(await screen.findByText("Failed to start live channel")).toBeTruthy();
    await opened?.close();
    const again = await open("/editchannel/5", aChannel({ state: "live" }), {
      "PUT /api/live-streaming/{id}/stop": broken,
    });
    await again.user.click(await screen.findByRole("button", { name: text("live.stop") }));
    expect(await screen.findByText("Failed to stop live channel")).toBeTruthy();
  });

  it("asks before it disconnects viewers, and advises the sender.", async () => {
    const { user, api } = await open("/editchannel/5", aChannel({ state: "live", viewers: 2, signal: poor }));
    expect(await screen.findByText("1280×720")).toBeTruthy();
    expect(screen.getByText(part("live.advice.long_gop"))).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text("live.stop") }));
    const question = await screen.findByRole("alertdialog", {
      name: text("live.stop_title", { name: "Tower crane" }),
    });
    expect(within(question).getByText(text("live.stop_text", { count: 2 }))).toBeTruthy();
    expect(api.calls("PUT /api/live-streaming/{id}/stop")).toHaveLength(0);
  });

  it("shows a viewer neither key nor form.", async () => {
    const can = { view: true, edit: false, operate: false, delete: false };
    await open("/editchannel/5", aChannel({ can, ingest: null }));
    await screen.findByRole("heading", { level: 1, name: "Tower crane" });
    for (const name of [text("live.start"), text("live.key.renew"), text("live.delete.action")])
      expect(screen.queryByRole("button", { name })).toBeNull();
    expect(screen.queryByLabelText(labelOfName)).toBeNull();
  });
});

describe("List of all channels", () => {
  it("is for super admins, who can stop several at once.", async () => {
    const channel = aChannel({ state: "live" });
    const { user, api } = await open(
      "/channels",
      channel,
      { "PUT /api/live-streaming/{id}/stop": () => ok({ ...channel, state: "idle" }) },
      superAdmin,
    );
    await user.click(await screen.findByRole("checkbox", { name: /Tower crane/ }));
    await user.click(await screen.findByRole("button", { name: text("live.list.stop_all") }));
    const question = await screen.findByRole("alertdialog", {
      name: text("live.list.stop_all_title", { count: 1 }),
    });
    await user.click(within(question).getByRole("button", { name: text("live.list.stop_all") }));
    expect(await screen.findByText(text("live.list.stopped_all", { count: 1 }))).toBeTruthy();
    expect(api.calls("PUT /api/live-streaming/{id}/stop")).toHaveLength(1);
  });

  it("redirects others to the dashboard.", async () => {
    const { path } = await open("/channels");
    await expect.poll(path).toBe("/dashboard");
  });
});
