import { describe, expect, it } from "vitest";
import { checkNewVideo, checkPassword, checkVideoDate, type NewVideo } from "./video-checks.ts";

const now = new Date("2026-11-21T12:00:00Z");
const whole: NewVideo = {
  title: "Second floor",
  description: "",
  id_project: "1",
  video_date: "2026-11-21T11:00:00.000Z",
  is_public: false,
  is_protected: false,
  password: "",
  auto_play: false,
  muted: false,
  loop: false,
};

describe("a new video", () => {
  it("requires a title, a project, a date and a file, and reports all at once", () => {
    const empty = { ...whole, title: "  ", id_project: null, video_date: null };
    expect(checkNewVideo(empty, false, now)).toEqual({
      title: "videos.title_required",
      id_project: "videos.project_required",
      video_date: "videos.date_required",
      file: "videos.file_required",
    });
    expect(checkNewVideo(whole, true, now)).toEqual({});
  });

  it("has a real recording date, at most two minutes in the future to allow for clock drift", () => {
    expect(checkVideoDate(new Date("nonsense"), now)).toBe("videos.date_invalid");
    expect(checkVideoDate(new Date("2026-11-21T12:02:00Z"), now)).toBeNull();
    expect(checkVideoDate(new Date("2026-11-21T12:02:01Z"), now)).toBe("videos.date_future");
  });

  it("requires a password of four characters where it is protected; a stored one may stay", () => {
    expect(checkPassword({ is_protected: false, password: "" })).toBeNull();
    expect(checkPassword({ is_protected: true, password: "" })).toBe("videos.password_required");
    expect(checkPassword({ is_protected: true, password: "abc" })).toBe("videos.password_short");
    expect(checkPassword({ is_protected: true, password: "abcd" })).toBeNull();
    expect(checkPassword({ is_protected: true, password: "" }, true)).toBeNull();
  });
});
