import { describe, expect, it } from "vitest";
import ar from "#i18n/ar/work/snags.json" with { type: "json" };
import en from "#i18n/en/work/snags.json" with { type: "json" };
import { createFormatter } from "#web/lib/format.ts";
import { createTranslate } from "#web/lib/translate.ts";
import { readSnagState, writeSnagState } from "../list-state.ts";
import { sentencesOf } from "./history.tsx";

const step = (field: string, from: string | null, to: string | null) => ({
  id: 1,
  action: "changed" as const,
  changes: [{ field, from, to }],
  author: { id_user: 1, name: "Site Office", code: "usr2345678", avatar: null },
  created_at: "2026-11-03T08:00:00.000Z",
});

describe("what happened to a snag", () => {
  const told = (field: string, from: string | null, to: string | null) =>
    sentencesOf(step(field, from, to), createTranslate("en", { snags: en }), createFormatter("en"));

  it("is told with days as days and choices in words", () => {
    expect(told("due_date", null, "2026-11-21")).toEqual(["Site Office set “Due date” to 21 Nov 2026"]);
    expect(told("priority", "low", "critical")).toEqual([
      "Site Office changed “Priority” from Low to Critical",
    ]);
  });

  it("does not repeat long words, and says what was cleared", () => {
    expect(told("text", "a".repeat(200), "b")).toEqual(["Site Office rewrote “Description”"]);
    expect(told("assignee", "Tiler", null)).toEqual([
      "Site Office cleared “Assigned to” (was \u2068Tiler\u2069)",
    ]);
  });

  it("says in which tool it was done", () => {
    expect(told("via", null, "Trello")).toEqual(["It was done in Trello"]);
  });

  it("is told in Arabic, too", () => {
    const sentences = sentencesOf(
      step("status", "ready", "closed"),
      createTranslate("ar", { snags: ar }),
      createFormatter("ar"),
    );
    expect(sentences).toEqual(["غيّر Site Office «الحالة» من جاهزة للمراجعة إلى مغلقة"]);
  });
});

describe("the address of the snags", () => {
  it("says what is narrowed and nothing else, and is read back as it was", () => {
    const state = readSnagState({ view: "list", status: "closed,open,none", mine: 1, trade: 12, page: "x" });
    expect(state).toMatchObject({
      view: "list",
      status: ["open", "closed"],
      mine: true,
      trade: "12",
      page: 1,
    });
    expect(writeSnagState(state)).toEqual({ view: "list", status: "open,closed", mine: 1, trade: "12" });
    expect(readSnagState(writeSnagState(state))).toEqual(state);
  });
});
