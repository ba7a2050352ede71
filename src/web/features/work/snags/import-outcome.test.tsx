import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { bcfKinds } from "#contract/choices.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { says } from "#web/testing/say.ts";
import { ImportOutcome } from "./import-outcome.tsx";

const result = {
  created: 2,
  updated: 0,
  unchanged: 1,
  photos: 3,
  left: 1,
  kept: bcfKinds.map((kind) => ({ kind, topics: 2 })),
  skipped: [{ topic: "Wall", reason: "snags.topic_older" }],
};

test.each(["en", "ar"] as const)(
  "shows in %s what was kept but cannot be shown, and what was not kept",
  async (language) => {
    const t = says(language);
    await renderIn(language, <ImportOutcome result={result} />);
    for (const text of [
      t("snags.import.photos", { count: 3 }),
      t("snags.import.kept_topics", { kind: t("snags.import.kinds.components"), n: 2 }),
      t("snags.import.left", { count: 1 }),
    ])
      screen.getByText(text);
    const kinds = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(kinds.filter((text) => text.endsWith("(2)"))).toHaveLength(bcfKinds.length);
    // Every kind has its own text.
    expect(kinds.some((text) => text.includes("snags.import"))).toBe(false);
  },
);
