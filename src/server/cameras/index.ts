/**
 * Relays video of cameras on sites, from their own address to browsers that never learn it. `links` say who may watch
 * for the next minutes, `relay` requests each camera once for all of them, `platform/address-policy` decides which
 * addresses may be requested at all. Independent of projects, so that it runs in any process that has the key.
 */
import { join } from "node:path";
import type { Ffmpeg } from "#server/media/ffmpeg/ffmpeg.ts";
import { createAddressPolicy } from "#server/platform/address-policy.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { RequestForwarding } from "#server/platform/http/request-forwarding.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { PictureFacts } from "./feed.ts";
import { writeLink } from "./links.ts";
import { createPictureMaker } from "./pictures.ts";
import { createRelay } from "./relay.ts";
import { serveRelay } from "./serve-relay.ts";
import type { CameraSource, WatchedCamera } from "./source.ts";

export type { PictureFacts } from "./feed.ts";
export {
  type CameraSource,
  isSameOrigin,
  kindOf,
  openSource,
  sealSource,
  splitAddress,
  type WatchedCamera,
} from "./source.ts";

export interface CamerasOptions {
  readonly key: AppKey;
  readonly clock: Clock;
  readonly ffmpeg: Ffmpeg;
  /** For temporary files. */
  readonly dataDir: string;
  /** Each camera is assigned to one of the serving nodes, so that it is requested once. Omitted with a single node. */
  readonly handOver?: Pick<RequestForwarding, "nodeFor" | "pass">;
  /** Private networks that may be accessed; read at every use. */
  readonly networks: () => readonly string[];
  /** Source of a camera; null when it may not be watched. */
  readonly sourceOf: (id: number) => Promise<WatchedCamera | null>;
  /** Milliseconds to a camera's first byte. Default six seconds. */
  readonly firstByte?: number;
}

export type Cameras = ReturnType<typeof openCameras>;

export interface Admission {
  readonly viewer: string;
  /** Empty for members. */
  readonly gate: string;
  readonly ends: Date;
}

/** Width of stored stills. */
const STILL_WIDTH = 1920;

export function openCameras(options: CamerasOptions) {
  const { key, ffmpeg } = options;
  const policy = createAddressPolicy(options.networks, {
    forbidden: "CAMERA_FORBIDDEN",
    silent: "CAMERA_SILENT",
  });
  const pictures = createPictureMaker(ffmpeg, join(options.dataDir, "media/building"));
  const relay = createRelay({ ...options, policy, pictures });

  return {
    /** Addresses for one viewer, identified by letters and digits. `gate`: the camera's, for a guest. */
    addresses(id: number, { viewer, gate, ends: at }: Admission): { hls: string; still: string } {
      const link = writeLink(key, { id, viewer, gate, ends: Math.floor(at.getTime() / 1000) });
      return { hls: `/media/cctv/${link}/live.m3u8`, still: `/media/cctv/${link}/still.jpg` };
    },
    /** Verifies that video arrives, and returns its format. Throws the errors of a feed. */
    async look(source: CameraSource, id?: number): Promise<PictureFacts> {
      const { feed, release } = relay.feedFor(source, id);
      try {
        return await feed.facts();
      } finally {
        release();
      }
    },
    /** The newest picture as a JPEG, at most 1920 wide. Throws the same, and FFMPEG_MISSING. */
    async take(source: CameraSource, id?: number): Promise<Buffer> {
      const { feed, release } = relay.feedFor(source, id);
      try {
        return await pictures.jpeg(await feed.picture(), STILL_WIDTH);
      } finally {
        release();
      }
    },
    forget: relay.forget,
    plugin: serveRelay({ ...options, relay }),
    close: relay.close,
  };
}
