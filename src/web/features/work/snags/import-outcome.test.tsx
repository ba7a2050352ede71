import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { bcfKinds } from "#contract/choices.ts";
import { renderIn } from "#web/testing/in-language.tsx";
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

test.each([
  [
    "en",
    "3 snapshots are being added as photos",
    "Model components (2)",
    "1 file is too large and was not kept.",
  ],
  ["ar", "تُضاف 3 لقطات كصور", "عناصر النموذج (2)", "لم يُحفظ ملف واحد لكبر حجمه."],
] as const)(
  "tells in %s what was kept and cannot be shown, and what was not kept",
  async (language, ...texts) => {
    await renderIn(language, <ImportOutcome result={result} />);
    for (const text of texts) screen.getByText(text);
    const kinds = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(kinds.filter((text) => text.endsWith("(2)"))).toHaveLength(bcfKinds.length);
    // Every kind has words of its own.
    expect(kinds.some((text) => text.includes("snags.import"))).toBe(false);
  },
);
