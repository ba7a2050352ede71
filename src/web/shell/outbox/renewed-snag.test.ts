import { describe, expect, it } from "vitest";
import { type Act, readAct } from "#web/lib/outbox/act.ts";
import type { Translate } from "#web/lib/use-text.ts";
import { lostSnag, renewedSnag } from "./renewed-snag.ts";

const t = ((key: string, values?: { title: string }) => `${key} ${values?.title ?? ""}`) as Translate;
const gone = { code: "NOT_FOUND", status: 404, message: "", fields: {}, values: {} };
const about = { snag: { id: 7 }, title: "#7 Crack", at: { id_sheet: 3, x: 0.5, y: 0.25 } };
const act = (guid: string, kind: string, payload: object, more: object = {}): Act => {
  const made = readAct({
    guid,
    kind,
    payload: { ...about, ...payload },
    user: 1,
    project: 4,
    projectName: "Tower B",
    capturedAt: "2026-03-17T03:00:00.000Z",
    state: "refused",
    problem: gone,
    ...more,
  });
  if (made === null) throw new Error("no act");
  return made;
};
const comment = act("c", "snag_comment", { text: "Wet to the touch." });
const change = act("s", "snag_change", {
  field: "status",
  value: {},
  from: {},
  display: {},
  shown: "Status: Ready",
});
const file = new File(["photo"], "crack.jpg", { type: "image/jpeg" });
const photo = act("p", "snag_photo", { kind: "before" }, { file });

describe("what waits for a snag that was deleted", () => {
  it("becomes a new snag at its position, with its files under their GUIDs", () => {
    const other = act("o", "snag_comment", { snag: { id: 8 }, text: "Elsewhere" });
    const renewal = renewedSnag(comment, [comment, change, photo, other], t);
    const [snag, kept] = renewal?.drafts ?? [];
    expect(snag).toMatchObject({
      payload: {
        fields: { title: "offline.waiting.was_on #7 Crack", text: "Wet to the touch.\nStatus: Ready" },
        at: about.at,
      },
      project: 4,
      capturedAt: "2026-03-17T03:00:00.000Z",
    });
    expect(kept).toMatchObject({ guid: "p", file, payload: { snag: { guid: snag?.guid } } });
    expect(renewal?.gone).toEqual(["c", "s"]);
  });

  it("stays as it is where the position is unknown, and where it was refused for another reason", () => {
    expect(renewedSnag(act("c", "snag_comment", { text: "Wet", at: undefined }), [comment], t)).toBeNull();
    expect(lostSnag({ ...comment, problem: { ...gone, status: 403 } })).toBeNull();
    expect(lostSnag({ ...comment, state: "waiting" })).toBeNull();
  });
});
