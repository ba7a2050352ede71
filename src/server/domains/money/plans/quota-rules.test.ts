import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noPlan } from "#contract/plans.limits.ts";
import { fits, type Limits, mayBegin, type Used } from "./quota-rules.ts";

const nothing: Used = {
  project: 0,
  visit: 0,
  video: 0,
  camera: 0,
  channel: 0,
  month: { project: 0, visit: 0, video: 0 },
};
const menu = (limits: Partial<Limits>, used: Partial<Used>) =>
  mayBegin({ ...noPlan, ...limits }, { ...nothing, ...used });

describe("one more", () => {
  it.each([
    [null, [true, true, true, true, true]],
    [-1, [true, true, true, true, true]],
    [0, [false, false, false, false, false]],
    [3, [true, true, true, false, false]],
  ])("fits under a limit of %s as expected for zero to four", (limit, expected) => {
    expect([0, 1, 2, 3, 4].map((used) => fits(used, limit))).toEqual(expected);
  });

  it("fits whenever it did with a higher count, whatever the limit", () => {
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.nat(50),
        fc.option(fc.integer({ min: -2, max: 60 })),
        (used, fewer, limit) => {
          if (fits(used, limit)) expect(fits(Math.max(0, used - fewer), limit)).toBe(true);
        },
      ),
    );
  });
});

describe("the menu offers", () => {
  it.each([
    // Count, limit, started this month, limit of the month.
    [3, 3, 0, 5, false],
    [2, 3, 0, 1, true],
    [2, 3, 1, 1, false],
    [2, 3, 2, 1, false],
    [4, 3, 0, null, false],
    [2, null, 4, null, true],
    [9, -1, 9, -1, true],
    [0, 0, 0, null, false],
  ])(
    "a project at %i of %s, %i of %s this month: %s",
    (project, n_projects, begun, n_projects_month, offered) => {
      const used = { project, month: { ...nothing.month, project: begun } };
      expect(menu({ n_projects, n_projects_month }, used).create_project).toBe(offered);
    },
  );

  it.each([
    // Visits and videos are offered while either has room, and the month has room up to its limit itself.
    [2, 3, 9, 1, true],
    [3, 3, 1, 1, true],
    [3, 3, 2, 1, false],
    [3, 3, 0, 0, true],
    [3, 3, 1, 0, false],
    [3, 3, 99, null, true],
    [3, null, 99, 1, true],
    [4, 3, 2, 1, false],
  ])("visits and videos at %i of %s, %i of %s this month: %s", (count, limit, begun, monthly, offered) => {
    const used = { visit: count, video: count, month: { project: 0, visit: begun, video: begun } };
    const visits = menu({ n_virtual_tours: limit, n_virtual_tours_month: monthly }, used);
    expect(visits.create_visit).toBe(offered);
    const videos = menu({ n_video_uploads: limit, n_video_uploads_month: monthly }, used);
    expect(videos.create_video).toBe(offered);
  });

  it("each by its own limits only", () => {
    const used = { project: 1, visit: 1, video: 1, camera: 1, channel: 1 };
    expect(menu({ n_cameras: 1 }, used)).toEqual({ ...all, create_camera: false });
    expect(menu({ n_channels: 1 }, used)).toEqual({ ...all, create_channel: false });
    expect(menu({ n_projects: 1 }, used)).toEqual({ ...all, create_project: false });
    expect(menu({ n_virtual_tours: 1, n_virtual_tours_month: -1 }, used)).toEqual(all);
  });

  it("everything to a user without a plan", () => {
    expect(
      mayBegin(noPlan, { ...nothing, project: 500, visit: 500, month: { project: 9, visit: 9, video: 9 } }),
    ).toEqual(all);
  });
});

const all = {
  create_project: true,
  create_visit: true,
  create_video: true,
  create_camera: true,
  create_channel: true,
};
