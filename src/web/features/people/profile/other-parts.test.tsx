import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Language } from "#contract/languages.ts";
import { somebody } from "#test/people.ts";
import { type Answers, ok } from "#test/web/api-server.ts";
import type { TextKey } from "#web/lib/translate.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { aProject, aVisit } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { type OpenProfileOptions, openProfile } from "./testing.ts";

let opened: Awaited<ReturnType<typeof openProfile>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  vi.restoreAllMocks();
  Reflect.deleteProperty(globalThis, "Notification");
});

const preferences = {
  global_settings: { browser_enabled: false, mail_enabled: true },
  preferences: [
    { id: "visit_created", bell: true, mail: false, browser: true },
    { id: "message", bell: true, mail: true, browser: true },
  ],
};

const logs = [
  {
    id: 2,
    action: "visit.created",
    subject: { kind: "visit", id: 3, name: "Week 11" },
    changed: [],
    address: "192.0.2.1",
    created_at: "2026-11-20T09:30:00.000Z",
  },
  {
    id: 1,
    action: "user.changed",
    subject: null,
    changed: ["first_name", "tel"],
    address: "192.0.2.1",
    created_at: "2026-11-19T09:30:00.000Z",
  },
];

const wordsIn = (language: Language) => {
  const text = says(language);
  const begins = (key: TextKey) => new RegExp(`^${text(key)}`);
  const cell = (way: TextKey) =>
    text("profile.notices.cell", { kind: text("profile.notices.kinds.visit_created"), way: text(way) });
  return {
    enabled: text("profile.inactivity.enabled"),
    minutes: begins("profile.inactivity.minutes"),
    seconds: begins("profile.inactivity.seconds"),
    tooLong: text("users.warning_range"),
    save: text("common.save"),
    mailOfVisits: cell("profile.notices.ways.mail"),
    browserSwitch: text("profile.notices.browser"),
    browserOfVisits: cell("profile.notices.ways.browser"),
    forbidden: text("profile.notices.browser_forbidden"),
    failed: {
      en: "Failed to update notification preferences",
      ar: says("ar")("errors.failed.notification_preferences"),
    }[language],
    did: text("profile.activity.does.visit.created", { name: "Week 11" }),
    changed: [text("profile.fields.first_name"), text("profile.fields.tel")].join(
      { en: " and ", ar: " و" }[language],
    ),
    edit: text("profile.edit"),
    public: text("profile.public_page"),
    all: text("profile.activity.all"),
    unstarProject: text("common.unstar_named", { name: "Tower B" }),
    undo: text("common.undo"),
    visitsTab: begins("profile.saved_items.visits"),
    camerasTab: begins("profile.saved_items.cameras"),
    messagesTab: begins("profile.saved_items.messages"),
    emptyVisits: text("profile.saved_items.no_visits_title"),
    toVisits: text("profile.saved_items.to_visits"),
    missing: text("profile.public.missing_title"),
  };
};

describe.each(["en", "ar"] as const)("in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const open = async (
    path: string,
    answers: Answers = {},
    place: Omit<OpenProfileOptions, "path" | "answers"> = {},
  ) => {
    opened = await openProfile({ path, language, answers, ...place });
    return opened;
  };

  describe("inactivity sign-out", () => {
    it("is sent in minutes, with its warning kept below it", async () => {
      const { user, api } = await open("/editprofile?section=inactivity");
      const minutes = await screen.findByRole("textbox", { name: text.minutes });
      const seconds = screen.getByRole("textbox", { name: text.seconds });
      await user.clear(minutes);
      await user.type(minutes, "2{Tab}");
      await user.clear(seconds);
      await user.type(seconds, "120{Tab}");
      await user.click(screen.getByRole("button", { name: text.save }));
      expect(await screen.findByText(text.tooLong)).toBeTruthy();
      expect(api.calls("PUT /api/users/{id}")).toHaveLength(0);
      await user.clear(seconds);
      await user.type(seconds, "30{Tab}");
      await user.click(screen.getByRole("button", { name: text.save }));
      await waitFor(() => expect(screen.queryByRole("button", { name: text.save })).toBeNull());
      expect(api.calls("PUT /api/users/{id}").map(({ body }) => body)).toEqual([
        { inactivity: { enabled: true, timeoutMinutes: 2, warningMinutes: 0.5 } },
      ]);
    });

    it("accepts one minute to one hour", async () => {
      const { user } = await open("/editprofile?section=inactivity");
      const minutes = await screen.findByRole<HTMLInputElement>("textbox", { name: text.minutes });
      await user.clear(minutes);
      await user.type(minutes, "90{Tab}");
      expect(minutes.value).toBe("60");
      await user.clear(minutes);
      await user.type(minutes, "0{Tab}");
      expect(minutes.value).toBe("1");
    });
  });

  describe("the notification preferences", () => {
    it("are saved at once, kind by kind", async () => {
      const { user, api } = await open("/editprofile?section=notifications", {
        "GET /api/notifications/preferences": () => ok(preferences),
        "PUT /api/notifications/preferences": () => ok(preferences),
      });
      await user.click(await screen.findByRole("checkbox", { name: text.mailOfVisits }));
      await waitFor(() =>
        expect(api.calls("PUT /api/notifications/preferences").map(({ body }) => body)).toEqual([
          { preferences: [{ id: "visit_created", bell: true, mail: true, browser: true }] },
        ]),
      );
    });

    it("ask the browser only when its notifications are enabled, and say when it refuses", async () => {
      let asked = 0;
      Object.defineProperty(globalThis, "Notification", {
        configurable: true,
        value: {
          permission: "default",
          requestPermission: () => {
            asked += 1;
            return Promise.resolve("denied");
          },
        },
      });
      const { user, api } = await open("/editprofile?section=notifications", {
        "GET /api/notifications/preferences": () => ok(preferences),
      });
      const toggle = await screen.findByRole("switch", { name: text.browserSwitch });
      expect(asked).toBe(0);
      expect(screen.getByRole("checkbox", { name: text.browserOfVisits }).matches(":disabled")).toBe(true);
      await user.click(toggle);
      expect(await screen.findByText(text.forbidden)).toBeTruthy();
      expect(asked).toBe(1);
      expect(api.calls("PUT /api/notifications/preferences")).toHaveLength(0);
    });

    it("are reverted, with the specified message, when saving fails", async () => {
      const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
      const { user } = await open("/editprofile?section=notifications", {
        "GET /api/notifications/preferences": () => ok(preferences),
        "PUT /api/notifications/preferences": () => ({ status: 500, body: {} }),
      });
      const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: text.mailOfVisits });
      await user.click(box);
      expect(await within(await screen.findByRole("alert")).findByText(text.failed)).toBeTruthy();
      await waitFor(() => expect(box.checked).toBe(false));
      expect(screen.queryByRole("alertdialog"), "no toast").toBeNull();
      expect(logged).toHaveBeenCalledWith(expect.stringMatching(text.failed), expect.anything());
    });
  });

  describe("the user's own page", () => {
    test("shows names, figures and actions, in sentences", async () => {
      const { record, api, user } = await open(
        "/profile",
        {
          "GET /api/users/{id}/profile": () => ok({ user: opened?.record({}), activity: logs }),
          "GET /api/users/{id}/activity-logs": () => ok({ items: logs, total: 2, page: 1, per_page: 25 }),
        },
        {
          user: {
            company: "Harbour Works",
            user_stats: { ...somebody.user_stats, count_projects: 12, count_virtual_tours: 34 },
          },
        },
      );
      expect(record).toBeTruthy();
      expect(await screen.findByRole("heading", { level: 1, name: "Site Manager" })).toBeTruthy();
      expect(screen.getByText("Harbour Works")).toBeTruthy();
      expect(screen.getByText("12")).toBeTruthy();
      expect(screen.getByText("34")).toBeTruthy();
      expect(await screen.findByText(text.did)).toBeTruthy();
      expect(screen.getByText(text.changed)).toBeTruthy();
      const [toEdit] = screen.getAllByRole("link", { name: text.edit });
      expect(toEdit?.getAttribute("href")).toBe("/editprofile");
      const [toPublic] = screen.getAllByRole("link", { name: text.public });
      expect(toPublic?.getAttribute("href")).toBe("/user/person7code");
      await user.click(screen.getByRole("button", { name: text.all }));
      await waitFor(() => expect(api.calls("GET /api/users/{id}/activity-logs")).toHaveLength(1));
    });
  });

  describe("saved items", () => {
    it("are removed with their star, and return on undo", async () => {
      let starred = true;
      const { user, api } = await open("/saved", {
        "GET /api/projects": () =>
          ok({
            items: starred ? [aProject({ starred })] : [],
            total: starred ? 1 : 0,
            page: 1,
            per_page: 24,
          }),
        "PUT /api/projects/star": ({ body }) => {
          starred = body["starred"] === true;
          return ok({ starred });
        },
      });
      expect(await screen.findByRole("link", { name: "Tower B" })).toBeTruthy();
      expect(api.calls("GET /api/projects")[0]?.query.get("starred")).toBe("1");
      await user.click(screen.getByRole("button", { name: text.unstarProject }));
      await waitFor(() => expect(screen.queryByRole("link", { name: "Tower B" })).toBeNull());
      await user.click(await screen.findByRole("button", { name: text.undo }));
      expect(await screen.findByRole("link", { name: "Tower B" })).toBeTruthy();
      expect(api.calls("PUT /api/projects/star").map(({ body }) => body)).toEqual([
        { id_project: 1, starred: false },
        { id_project: 1, starred: true },
      ]);
    });

    it("are grouped by kind, and an empty kind explains what to do", async () => {
      const { user } = await open("/saved", {
        "GET /api/projects": () =>
          ok({ items: [aProject({ starred: true })], total: 1, page: 1, per_page: 24 }),
      });
      await user.click(await screen.findByRole("tab", { name: text.visitsTab }));
      expect(await screen.findByText(text.emptyVisits)).toBeTruthy();
      const panel = screen.getByRole("tabpanel");
      expect(within(panel).getByRole("link", { name: text.toVisits }).getAttribute("href")).toBe("/visits");
      expect(location.search).toBe("?kind=visits");
    });

    it("have a group for every kind with stars: also videos, cameras and messages", async () => {
      const page = (items: unknown[]) => ok({ items, total: items.length, page: 1, per_page: 24 });
      const office = { id: 9, username: "office", first_name: "Site", last_name: "Office", avatar: null };
      const message = {
        id: 44,
        content: "The crane comes on Monday.",
        type: "user",
        sender_id: 9,
        recipient_id: somebody.id,
        is_read: true,
        is_deleted_by_recipient: false,
        is_deleted: false,
        starred: true,
        created_at: "2026-11-02T08:00:00.000Z",
        sender: office,
        recipient: { ...office, id: somebody.id },
      };
      const thing = { id: 5, project: "Tower B", project_name: "Tower B", starred: true, thumbnail: null };
      const { user, api } = await open("/saved?kind=videos", {
        "GET /api/three60videos": () =>
          page([{ ...thing, title: "Roof walk", video_date: "2026-11-02T08:00:00.000Z" }]),
        "GET /api/cctv-cameras": () =>
          page([{ ...thing, name: "Gate", state: "up", thumbnail_url_full: null }]),
        "GET /api/messages": () => ({ body: { status: "success", success: true, message: [message] } }),
        "PUT /api/messages/star/{id}": () => ok({ ...message, starred: false }),
      });
      const video = await screen.findByRole("link", { name: "Roof walk" });
      expect(video.getAttribute("href")).toBe("/videos/5/watch");
      await user.click(screen.getByRole("tab", { name: text.camerasTab }));
      expect((await screen.findByRole("link", { name: "Gate" })).getAttribute("href")).toBe("/cameras/5");
      await user.click(screen.getByRole("tab", { name: text.messagesTab }));
      const line = await screen.findByRole("link", { name: /The crane comes on Monday/ });
      expect(line.getAttribute("href")).toBe("/inbox/44");
      await user.click(screen.getByRole("button", { name: /Site Office/ }));
      await waitFor(() =>
        expect(api.calls("PUT /api/messages/star/{id}").map(({ body }) => body)).toEqual([
          { starred: false },
        ]),
      );
    });

    it("link visits with pictures to the viewer", async () => {
      await open("/saved?kind=visits", {
        "GET /api/visits": () =>
          ok({ items: [aVisit({ starred: true, room_count: 2 })], total: 1, page: 1, per_page: 24 }),
      });
      const link = await screen.findByRole("link", { name: "Week 11" });
      expect(link.getAttribute("href")).toBe("/viewer/vst2345678");
    });
  });

  describe("the public page of a user", () => {
    const person = {
      code: "abcd234567",
      name: "Site Office",
      company: "Harbour Works",
      avatar: null,
      cover_image: null,
      member_since: "2026-03-01T08:00:00.000Z",
      tours: [{ code: "vst2345678", name: "Week 11", visit_date: "2026-11-02T08:00:00.000Z", cover: null }],
    };

    it("shows name, company and tours without the application's frame", async () => {
      await open("/user/abcd234567", { "GET /api/users/code/{code}": () => ok(person) });
      expect(await screen.findByRole("heading", { level: 1, name: "Site Office" })).toBeTruthy();
      expect(screen.getByText("Harbour Works")).toBeTruthy();
      expect(screen.getByRole("link", { name: "Week 11" }).getAttribute("href")).toBe("/viewer/vst2345678");
      expect(screen.queryByRole("navigation")).toBeNull();
      expect(screen.queryByRole("link", { name: text.edit })).toBeNull();
    });

    it("says that the profile does not exist", async () => {
      await open("/user/nobody2345", {
        "GET /api/users/code/{code}": () => ({ status: 404, body: { code: "NOT_FOUND" } }),
      });
      expect(await screen.findByText(new RegExp(text.missing))).toBeTruthy();
    });
  });
});
