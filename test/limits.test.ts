import { expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { pageLimits } from "#contract/page-limits.ts";
import { freshSettings } from "./settings.ts";

const MiB = 1024 * 1024;

it("A visit accepts ten JPEG pictures of 20 MB, 3840x1920 or more, 2:1 within 0.1, shown at 300x150.", () => {
  expect(limits.visit).toMatchObject({
    image: { bytes: 20 * MiB, megabytes: 20, minWidth: 3840, minHeight: 1920 },
    files: 10,
    ratioTolerance: 0.1,
    preview: { width: 300, height: 150 },
    futureTolerance: 120_000,
  });
});

it("The limits in the settings for screens are those that the server enforces.", () => {
  const { limits: told } = freshSettings();
  expect(told.visit_image_megabytes * MiB).toBe(limits.visit.image.bytes);
  expect(told.visit_files).toBe(limits.visit.files);
});

it("Names have at most 100 characters, descriptions and locations 255.", () => {
  expect(limits).toMatchObject({ name: 100, description: 255, password: { min: 8, max: 255 } });
});

it("The frame around the screens keeps its numbers: dropdowns, badges, search, tour, texts, sockets, connection.", () => {
  expect(limits.shell).toEqual({
    dropdownRoom: 384,
    badge: 99,
    latest: 9,
    searchCloses: 200,
    searchLeaves: 300,
    tourPause: 500,
  });
  expect(pageLimits.tooltipAfter).toBe(200);
  expect(limits.search.shown).toBe(8);
  expect(limits.texts).toEqual({ retries: 5, firstDelay: 350 });
  expect(limits.realtime).toEqual({ load: 1000, retry: 3000 });
  expect(limits.connectivity).toMatchObject({ backOnline: 1500, wasOffline: 3000 });
  expect(limits.install).toEqual({ after: 3000, againAfter: 604_800_000 });
  expect(limits.update).toBe(3_600_000);
});

it("Sessions, retries and toasts keep the specified times.", () => {
  expect(limits.session).toEqual({
    hours: 12,
    idleHours: 4,
    rememberedDays: 30,
    poll: 30_000,
    cache: 3_600_000,
  });
  expect(limits.inactivity).toMatchObject({
    least: 1,
    most: 60,
    specified: 5,
    warning: 1,
  });
  expect(limits.http).toEqual({
    timeout: 300_000,
    csrfRetries: 1,
    loginRedirect: 500,
    perCaller: { most: 12, patience: 2000 },
  });
  expect(limits.toast).toEqual({ automatic: 5000, form: 3000, fade: 300 });
});
