import { expect, it } from "vitest";
import { readFrame } from "#web/model-frame/frame-words.ts";
import { iconOf } from "./browse/file-looks.ts";
import { contains } from "./contains.ts";
import { shareOf } from "./model/share-of.ts";

it.each([
  ["42% complete", 0.42],
  ["complete", 1],
  ["0% complete", null],
  ["", null],
  ["soon", null],
])("the completed share of a model, reported as '%s'", (progress, share) => {
  expect(shareOf(progress)).toBe(share);
});

it("a search finds every word anywhere, ignoring case and accents", () => {
  expect(contains("A-101 Ground floor", "floor a-10")).toBe(true);
  expect(contains("Café de l’Étoile", "cafe etoile")).toBe(true);
  expect(contains("A-101 Ground floor", "ground roof")).toBe(false);
  expect(contains("anything", "")).toBe(true);
});

it("the page accepts from the frame only valid messages", () => {
  expect(readFrame({ say: "shown", extra: 1 })).toEqual({ say: "shown" });
  expect(readFrame({ say: "failed", why: "model", detail: "x".repeat(500) })).toEqual({
    say: "failed",
    why: "model",
    detail: "x".repeat(200),
  });
  for (const said of [null, "shown", {}, { say: "open" }, { say: "failed" }, { say: "failed", why: "rain" }])
    expect(readFrame(said)).toBeNull();
});

it("models stand out among the files of a folder, and every file has an icon", () => {
  expect(iconOf("item", "RVT").tone).toBe("text-accent-text");
  expect(iconOf("item", "docx").tone).toBe("text-ink-muted");
  expect(iconOf("item", "").icon).toBeDefined();
  expect(iconOf("folder", "").icon).not.toBe(iconOf("item", "").icon);
});
