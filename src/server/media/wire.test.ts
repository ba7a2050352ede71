import { expect, test } from "vitest";
import { Picture } from "#contract/visits.ts";
import { createAppKey } from "#server/platform/key.ts";
import { createSigner } from "./sign.ts";
import { type PicturePart, toWirePicture } from "./wire.ts";

const signer = createSigner(createAppKey("a secret of this test that is long enough"));
const row: PicturePart = {
  picture_sha256: "c".repeat(64),
  state: "processing",
  problem: null,
  width: 3840,
  height: 1920,
  levels: null,
  area: null,
  pose: null,
  previewed_at: null,
};
const wire = (changes: Partial<PicturePart>) => Picture.parse(toWirePicture({ ...row, ...changes }, signer));

test("a picture being processed names only variants that exist", () => {
  expect(wire({})).toMatchObject({
    state: "processing",
    thumbnail: null,
    base: null,
    poster: null,
    tiles: null,
  });
});

test("a picture whose previews are there can be opened before its tiles are", () => {
  const picture = wire({ previewed_at: new Date() });
  expect(picture).toMatchObject({ state: "processing", tiles: null, levels: [] });
  expect(picture.base).toMatch(/^\/media\/g\.[\w-]{43}\/pictures\/cc\/c{64}\/base\.webp$/);
});

test("a ready picture names every variant, its tiles as a template", () => {
  const levels = [{ width: 3840, height: 1920 }];
  const picture = wire({ state: "ready", levels });
  expect(picture.levels).toEqual(levels);
  expect(picture.tiles).toMatch(/\/t\/\{level\}\/\{col\}_\{row\}\.jpeg$/);
  expect(picture.thumbnail).toMatch(/thumb\.webp$/);
  expect(picture.poster).toMatch(/poster\.webp$/);
});

test("a failed picture gives the reason", () => {
  expect(wire({ state: "failed", problem: "IMAGE_UNREADABLE" })).toMatchObject({
    state: "failed",
    problem: "IMAGE_UNREADABLE",
    tiles: null,
  });
});
