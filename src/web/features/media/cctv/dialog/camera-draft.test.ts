import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import {
  addressProblem,
  keepsPassword,
  newCamera,
  picturesPerDay,
  problemsOf,
  splitAddress,
  thumbnailProblem,
  usualSchedule,
} from "./camera-draft.ts";

const whole = { ...newCamera(1), name: "Gate", hls_url: "https://cam.example/live.m3u8" };

describe("address of a camera", () => {
  it.each([
    ["", "cctv.url_required"],
    ["   ", "cctv.url_required"],
    ["abc", "cctv.url_invalid"],
    ["ftp://cam.example/a", "cctv.url_scheme"],
    ["file:///etc/passwd", "cctv.url_scheme"],
    ["http://cam.example/live.m3u8", undefined],
    ["https://cam.example/live.m3u8", undefined],
    ["rtsp://cam.example/stream1", undefined],
    ["rtsps://cam.example/stream1", undefined],
  ])("%j results in %s", (address, text) => {
    expect(addressProblem(address)?.[0]).toBe(text);
  });

  it("moves its user name and password to their own fields", () => {
    expect(splitAddress("rtsp://site:a%40b@10.0.0.9:554/s1")).toEqual({
      hls_url: "rtsp://10.0.0.9:554/s1",
      username: "site",
      password: "a@b",
    });
    expect(splitAddress("rtsp://10.0.0.9/s1")).toBeNull();
    expect(splitAddress("abc")).toBeNull();
  });

  it("keeps the stored password only while the machine is the same", () => {
    const at = (hls_url: string) => keepsPassword({ ...whole, hls_url }, "http://10.0.0.9/one.m3u8");
    expect(at("http://10.0.0.9/two.m3u8")).toBe(true);
    expect(at("http://10.0.0.8/one.m3u8")).toBe(false);
    expect(at("http://10.0.0.9:81/one.m3u8")).toBe(false);
  });
});

describe("camera form", () => {
  it("accepts a complete draft", () => {
    expect(problemsOf(whole, false)).toEqual({});
  });

  it("names missing values", () => {
    const problems = problemsOf(newCamera(null), false);
    expect(problems.name?.[0]).toBe("cctv.name_required");
    expect(problems.id_project?.[0]).toBe("cctv.project_required");
    expect(problems.hls_url?.[0]).toBe("cctv.url_required");
  });

  it("requires a protection password unless one is stored", () => {
    const closed = { ...whole, is_protected: true };
    expect(problemsOf(closed, false).protection_password?.[0]).toBe("cctv.protection_required");
    expect(problemsOf(closed, true)).toEqual({});
    const short = { ...closed, protection_password: "abc" };
    expect(problemsOf(short, true).protection_password?.[0]).toBe("cctv.protection_short");
  });

  it("requires at least one day for its schedule", () => {
    const schedule = { ...usualSchedule(), days: [] };
    expect(problemsOf({ ...whole, schedule }, false).schedule?.[0]).toBe("cctv.days_required");
  });
});

describe("picture of a camera", () => {
  it.each([
    ["application/pdf", 10, "cctv.image_required"],
    ["image/webp", 10, "cctv.image_required"],
    ["image/png", limits.camera.thumbnail.bytes + 1, "cctv.image_too_large"],
    ["image/png", limits.camera.thumbnail.bytes, undefined],
    ["image/jpeg", 10, undefined],
  ])("of type %s and %d bytes results in %s", (type, size, text) => {
    expect(thumbnailProblem({ type, size })?.[0]).toBe(text);
  });
});

it("counts the pictures of a day, also over midnight and around the clock", () => {
  const at = (minutes: number, from: string, to: string) =>
    picturesPerDay({ ...usualSchedule(), minutes, from, to });
  expect(at(10, "07:00", "19:00")).toBe(73);
  expect(at(60, "22:00", "02:00")).toBe(5);
  expect(at(60, "00:00", "00:00")).toBe(24);
});
