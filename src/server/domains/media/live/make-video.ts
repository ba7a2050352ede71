import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { limits } from "#contract/limits.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import { authorize, type Policy } from "#server/platform/policy.ts";
import type { AddVideo } from "../videos/videos.service.ts";
import type { MakeVideo } from "./recording-archive.ts";

export interface VideoMakerOptions {
  readonly projects: Policy<ProjectRecord>;
  readonly addMadeVideo: AddVideo;
}

/** Recordings become videos by the same path and checks as uploads, but may be longer. */
export function videoMaker({ projects, addMadeVideo }: VideoMakerOptions): MakeVideo {
  return async ({ path, id_project, title, date }, { user, request }, settle) => {
    const project = await authorize(projects, "add_video", id_project, user);
    const fields = {
      title,
      description: "",
      video_date: date.toISOString(),
      is_public: false,
      is_protected: false,
      password: "",
      auto_play: false,
      muted: false,
      loop: false,
      north: 0,
      metadata: {},
    };
    const sha256 = await hashOf(path);
    const file = { path, name: `${title}.mp4`, bytes: (await stat(path)).size, sha256 };
    const by = { id_user: user.id, address: request.ip };
    return addMadeVideo(project, fields, file, undefined, by, settle, { seconds: limits.video.most.seconds });
  };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
