import { expect, it } from "vitest";
import { toHit } from "./hits.ts";

it("Opens each kind on its own page: a project its page, the rest their public viewers by code", () => {
  const item = {
    id: 7,
    title: "Tower",
    code: "k3x/9",
    project_name: "Palm Court",
    project_location: "Corniche",
  };
  const opened = (["project", "visit", "video", "camera"] as const).map((kind) => {
    const { type, url, context } = toHit({ ...item, kind });
    return [type, url, context];
  });
  expect(opened).toEqual([
    ["project", "/project/7", "Corniche"],
    ["visit", "/viewer/k3x%2F9", "Palm Court"],
    ["video", "/video/k3x%2F9", "Palm Court"],
    ["camera", "/cctv/k3x%2F9", "Palm Court"],
  ]);
});
