import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { checkFacts, checkFile, metadataOf, stillOf } from "./film-rules.ts";

const mp4 = { name: "ride.mp4", type: "video/mp4", size: 1 };
const MiB = 1024 * 1024;
const fit = { width: 3840, height: 1920, duration: 60 };

describe("the rules for a video", () => {
  it("are those of the specification", () => {
    expect(limits.video).toMatchObject({
      megabytes: 500,
      seconds: 60,
      minWidth: 3840,
      minHeight: 1920,
      judge: 30_000,
      thumbnail: { width: 320, height: 180, quality: 0.6 },
    });
  });

  it("accept only MP4, by name and by type", () => {
    expect(checkFile(mp4)).toBeNull();
    expect(checkFile({ ...mp4, name: "RIDE.MP4", type: "" })).toBeNull();
    const wrong = { key: "common.drop.wrong_type", values: { types: ".mp4" } };
    expect(checkFile({ ...mp4, name: "ride.mov", type: "video/quicktime" })).toEqual(wrong);
    expect(checkFile({ ...mp4, name: "ride.mov" })).toEqual(wrong);
    expect(checkFile({ ...mp4, type: "image/jpeg" })).toEqual(wrong);
  });

  it("accept 500 MB of 1048576 bytes and not a byte more, or what the settings allow instead", () => {
    const tooLarge = (maxFileSize: number) => ({
      key: "errors.code.VIDEO_TOO_LARGE",
      values: { maxFileSize },
    });
    expect(checkFile({ ...mp4, size: 500 * MiB })).toBeNull();
    expect(checkFile({ ...mp4, size: 500 * MiB + 1 })).toEqual(tooLarge(500));
    expect(checkFile({ ...mp4, size: 500 * MiB + 1 }, { megabytes: 600, seconds: 60 })).toBeNull();
    expect(checkFile({ ...mp4, size: 2 * MiB }, { megabytes: 1, seconds: 60 })).toEqual(tooLarge(1));
    expect(checkFile({ ...mp4, size: 0 })?.key).toBe("errors.code.FILE_EMPTY");
  });

  it("check the type before the size", () => {
    const both = { name: "ride.mov", type: "video/quicktime", size: 600 * MiB };
    expect(checkFile(both)?.key).toBe("common.drop.wrong_type");
  });

  it("check resolution, then 2:1, then duration", () => {
    expect(checkFacts(fit)).toBeNull();
    expect(checkFacts({ width: 7680, height: 3840, duration: 1 })).toBeNull();
    const key = (facts: typeof fit) => checkFacts(facts)?.key;
    expect(key({ width: 3838, height: 1919, duration: 61 })).toBe("errors.code.VIDEO_RESOLUTION");
    expect(key({ width: 3840, height: 1080, duration: 1 })).toBe("errors.code.VIDEO_RESOLUTION");
    expect(key({ width: 3840, height: 2160, duration: 61 })).toBe("errors.code.VIDEO_RATIO");
    expect(key({ width: 3842, height: 1920, duration: 1 })).toBe("errors.code.VIDEO_RATIO");
    expect(checkFacts({ ...fit, duration: 60.01 })).toEqual({
      key: "errors.code.VIDEO_DURATION",
      values: { n: 60 },
    });
    expect(checkFacts({ ...fit, duration: 90 }, { megabytes: 500, seconds: 120 })).toBeNull();
  });

  it("take the thumbnail at one second or in the middle, within 320x180", () => {
    expect(stillOf({ ...fit, duration: 30 })).toEqual({ at: 1, width: 320, height: 160 });
    expect(stillOf({ ...fit, duration: 1 })).toEqual({ at: 0.5, width: 320, height: 160 });
    expect(stillOf({ width: 3840, height: 3840, duration: 2 })).toEqual({ at: 1, width: 180, height: 180 });
  });

  it("describe the file by its name, modification time, aspect ratio and bits per second", () => {
    const file = { name: "ride.mp4", lastModified: 0, size: 1_000_000, type: "video/mp4" };
    expect(metadataOf(file, { ...fit, duration: 4 })).toMatchObject({
      filename: "ride.mp4",
      lastModified: "1970-01-01T00:00:00.000Z",
      aspectRatio: "2",
      bitrate: "2000000",
      width: "3840",
    });
  });
});
