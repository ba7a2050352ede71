import { describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import { createFormatter } from "#web/lib/format.ts";
import { says } from "#web/testing/say.ts";
import { readSnagState, writeSnagState } from "../list-state.ts";
import { sentencesOf } from "./history.tsx";

const step = (field: string, from: string | null, to: string | null) => ({
  id: 1,
  action: "changed" as const,
  changes: [{ field, from, to }],
  author: { id_user: 1, name: "Site Office", code: "usr2345678", avatar: null },
  by_link: null,
  created_at: "2026-11-03T08:00:00.000Z",
  captured_at: null,
});

describe("the history of a snag", () => {
  const told = (step: Parameters<typeof sentencesOf>[0], language: Language = "en") =>
    sentencesOf(step, says(language), createFormatter(language));
  const t = says("en");
  const name = "Site Office";

  it("formats days as days and options as text", () => {
    expect(told(step("due_date", null, "2026-11-21"))).toEqual([
      t("snags.history.set", { name, field: t("snags.fields.due_date"), to: "21 Nov 2026" }),
    ]);
    expect(told(step("priority", "low", "critical"))).toEqual([
      t("snags.history.from_to", {
        name,
        field: t("snags.fields.priority"),
        from: t("snags.priorities.low"),
        to: t("snags.priorities.critical"),
      }),
    ]);
  });

  it("does not repeat long text, and says what was cleared", () => {
    expect(told(step("text", "a".repeat(200), "b"))).toEqual([
      t("snags.history.rewritten", { name, field: t("snags.fields.text") }),
    ]);
    expect(told(step("assignee", "Tiler", null))).toEqual([
      t("snags.history.cleared", {
        name,
        field: t("snags.fields.assignee"),
        from: "\u2068Tiler\u2069",
      }),
    ]);
  });

  it("names the person, the crew and the address of an answer by a link, with its reason", () => {
    const by_link = { name: "Ravi", crew: "Tilers North", sent_to: "r•••@e•••.org" };
    const answered = {
      ...step("status", "open", "disputed"),
      action: "answered" as const,
      author: null,
      by_link,
      changes: [
        { field: "status", from: "open", to: "disputed" },
        { field: "answer", from: null, to: "disputed" },
        { field: "reason", from: null, to: "Not our tiles" },
      ],
    };
    expect(told(answered)).toEqual([
      t("snags.history.answers.disputed", { name: "Ravi", crew: "Tilers North", to: by_link.sent_to }),
      "\u2068Not our tiles\u2069",
    ]);
  });

  it("names the tool of a change", () => {
    expect(told(step("via", null, "Trello"))).toEqual([t("snags.history.via", { tool: "Trello" })]);
  });

  it("is shown in Arabic, too", () => {
    const ar = says("ar");
    expect(told(step("status", "ready", "closed"), "ar")).toEqual([
      ar("snags.history.from_to", {
        name,
        field: ar("snags.fields.status"),
        from: ar("snags.statuses.ready"),
        to: ar("snags.statuses.closed"),
      }),
    ]);
  });
});

describe("the address of the snags", () => {
  it("contains only active filters, and is parsed back to the same state", () => {
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
