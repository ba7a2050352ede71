import { describe, expect, it } from "vitest";
import type { ProjectActivity } from "#contract/projects.ts";
import { readTexts } from "#i18n/text-files.ts";
import { createFormatter } from "#web/lib/format.ts";
import { createTranslate } from "#web/lib/translate.ts";
import { groupActivity } from "./activity-groups.ts";
import { activityNote, activitySentence } from "./activity-text.ts";

const t = createTranslate("en", readTexts("en"));
const inArabic = createTranslate("ar", readTexts("ar"));
const { list } = createFormatter("en");

const office = { id_user: 1, name: "Site Office", code: "usr2345678", avatar: null };
const survey = { ...office, id_user: 2, name: "Survey Team" };
let id = 0;
const entry = (action: string, more: Partial<ProjectActivity> = {}): ProjectActivity => {
  id += 1;
  return {
    id,
    action,
    subject: { kind: "room", id, name: `Room ${id}` },
    changed: [],
    details: {},
    who: office,
    created_at: "2026-11-21T08:00:00.000Z",
    ...more,
  };
};
const alone = (one: ProjectActivity) => ({ entry: one, entries: [one] });
const day = (instant: string) => instant.slice(0, 10);
/** Without the marks that isolate a name's direction. */
const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, "");
const say = (one: ProjectActivity) => plain(activitySentence(alone(one), t));

describe("a sentence of the log", () => {
  it("says who did what to what, with both ends of a status change as text", () => {
    const status = entry("project.status_changed", {
      changed: ["status"],
      details: { from: "Design", to: "On_Hold" },
    });
    expect(say(status)).toBe("Site Office changed the status from Design to On hold");
    expect(plain(activitySentence(alone(status), inArabic))).toBe(
      "Site Office: تغيير الحالة من قيد التصميم إلى متوقف",
    );
    expect(activityNote(alone(status), t, list)).toBe("");
  });

  it("uses the reader's language for people and roles", () => {
    const change = entry("team.role_changed", { details: { person: "Survey Team", role: "editor" } });
    expect(say(change)).toBe("Site Office changed the role of Survey Team to Editor");
    expect(plain(activitySentence(alone(change), inArabic))).toContain(inArabic("team.roles.editor"));
  });

  it("says “someone” when no name is known", () => {
    expect(
      say(entry("visit.created", { who: null, subject: { kind: "visit", id: 1, name: "Week 1" } })),
    ).toBe("Someone added the visit “Week 1”");
    expect(say(entry("team.invited", { details: { person: "", role: "viewer" } }))).toBe(
      "Site Office invited someone as Viewer",
    );
  });

  it("gives the progress of a location, and groups several updates in one line", () => {
    const told = (percent: string) =>
      entry("progress.told", {
        subject: { kind: "progress", id: 7, name: "Roof · Slates" },
        details: { percent },
      });
    expect(say(told("45%"))).toBe("Site Office updated Roof · Slates to 45%");
    expect(plain(activitySentence(alone(told("45%")), inArabic))).toContain("45%");
    const [group] = groupActivity([told("45%"), told("30%")], day);
    expect(group && plain(activitySentence(group, t))).toBe("Site Office updated progress 2 times");
  });

  it("shows an unknown action of the server as it is", () => {
    expect(say(entry("drone.landed"))).toBe("Site Office: drone.landed");
  });

  it("lists the changed fields below it, by their labels on the screens", () => {
    const change = entry("project.changed", { changed: ["name", "num_floors", "secret_column"] });
    expect(activityNote(alone(change), t, list)).toBe("name and floors");
  });
});

describe("adjacent log entries", () => {
  it("are one when the same user added rooms on the same day, with the first names", () => {
    const rooms = Array.from({ length: 6 }, () => entry("room.created"));
    const [group, ...rest] = groupActivity(rooms, day);
    expect(rest).toEqual([]);
    if (group === undefined) throw new Error("no group");
    expect(plain(activitySentence(group, t))).toBe("Site Office added 6 rooms");
    const names = rooms.slice(0, 3).map(({ subject }) => subject?.name);
    expect(plain(activityNote(group, t, list))).toBe(`${names.join(", ")} and 3 more`);
  });

  it("stay separate when another user, another day or another action is between them", () => {
    const entries = [
      entry("room.created"),
      entry("room.created", { who: survey }),
      entry("room.created", { created_at: "2026-11-20T08:00:00.000Z" }),
      entry("room.deleted", { created_at: "2026-11-20T08:00:00.000Z" }),
      entry("visit.created"),
      entry("visit.created"),
    ];
    expect(groupActivity(entries, day)).toHaveLength(6);
  });
});
