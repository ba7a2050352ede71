import { createPackager, type Packager, respond, type VideoConfig } from "#server/live/packager/index.ts";
import type { AddressPolicy } from "#server/platform/address-policy.ts";
import { AppError } from "#server/platform/errors.ts";
import { type CodedPicture, type Feed, type FeedFile, type PictureFacts, PLAYLIST } from "./feed.ts";
import type { ParameterSets, Picture } from "./rtsp/h264.ts";
import { openRtsp, type RtspSession } from "./rtsp/session.ts";
import type { CameraSource } from "./source.ts";
import { FIRST_BYTE } from "./upstream.ts";

export interface RtspFeedOptions {
  readonly source: CameraSource;
  readonly policy: AddressPolicy;
  readonly firstByte?: number | undefined;
}

const SHORTEST = 1_000;
const LONGEST = 30_000;
/** Key frames arrive every few seconds. */
const KEY_PATIENCE = 10_000;
const BYTES = 48e6;

interface Seen {
  readonly picture: CodedPicture;
  readonly at: number;
}

/** Plays an RTSP camera while it has viewers, as HLS in whole segments. */
export function createRtspFeed({ source, policy, firstByte = FIRST_BYTE }: RtspFeedOptions): Feed {
  let packager: Packager | undefined;
  let session: RtspSession | undefined;
  let seen: Seen | undefined;
  let isClosed = false;
  let failure: AppError | undefined;
  let onFailure: (() => void)[] = [];
  let pause: { timer: NodeJS.Timeout; end(): void } | undefined;

  const onKey = (picture: Picture, sets: ParameterSets) => {
    seen = { picture: codedOf(picture, sets), at: performance.now() };
  };

  const isWanted = () => !isClosed;
  /** Plays while the feed is open, and reconnects after a pause when the camera disconnects. */
  const pull = async (sink: Packager): Promise<void> => {
    let failures = 0;
    while (isWanted()) {
      const begin = performance.now();
      try {
        session = await openRtsp({ source, policy, sink, onKey, patience: firstByte });
        if (isClosed) session.close();
        failure = undefined;
        failure = await session.closed;
      } catch (error) {
        failure = error instanceof AppError ? error : new AppError("CAMERA_SILENT", { cause: error });
      }
      session = undefined;
      sink.interrupt();
      // A camera that played for a while is reconnected at once.
      failures = performance.now() - begin > LONGEST ? 0 : failures + 1;
      for (const tell of onFailure.splice(0)) tell();
      if (!isClosed) await rest(Math.min(LONGEST, SHORTEST * 2 ** Math.max(0, failures - 1)));
    }
  };

  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(end, ms);
      pause = { timer, end };
    });

  const watched = (): Packager => {
    if (packager === undefined) {
      packager = createPackager({ segments: 4, bytes: BYTES });
      void pull(packager);
    }
    return packager;
  };

  const failed = () =>
    new Promise<never>((_, reject) => {
      const tell = () => reject(failure ?? new AppError("CAMERA_SILENT"));
      if (failure !== undefined) tell();
      else onFailure.push(tell);
    });

  const look = () => lookAt({ source, policy, firstByte });

  return {
    idle: 30_000,
    async file(name): Promise<FeedFile | null> {
      const own = watched();
      const answer = respond(own, name === PLAYLIST ? "calm.m3u8" : name, new URLSearchParams());
      const isWaiting = own.window.segments.length === 0;
      const { status, body, type, kind } = isWaiting ? await Promise.race([answer, failed()]) : await answer;
      if (status !== 200) {
        if (name === PLAYLIST) throw failure ?? new AppError("CAMERA_SILENT", { cause: "no video yet" });
        return null;
      }
      const bytes = typeof body === "string" ? Buffer.from(body) : Buffer.concat(body);
      return { bytes, type, seconds: kind === "media" ? 60 : 0 };
    },
    async picture() {
      if (seen !== undefined && session !== undefined && performance.now() - seen.at < KEY_PATIENCE)
        return seen.picture;
      return (await look()).picture;
    },
    async facts(): Promise<PictureFacts> {
      const running =
        session === undefined ? undefined : packager?.configs.find(({ kind }) => kind === "video");
      const config =
        running?.kind === "video" && packager?.isFlowing === true ? running : (await look()).config;
      return { width: config.width, height: config.height, codec: config.name };
    },
    close() {
      isClosed = true;
      session?.close();
      pause?.end();
      packager?.end();
    },
  };
}

/** Connects briefly to a camera without viewers. */
const lookAt = ({
  source,
  policy,
  firstByte,
}: RtspFeedOptions & { readonly firstByte: number }): Promise<{
  picture: CodedPicture;
  config: VideoConfig;
}> =>
  new Promise((resolve, reject) => {
    let config: VideoConfig | undefined;
    let own: RtspSession | undefined;
    let isOver = false;
    const timer = setTimeout(
      () => finish(new AppError("CAMERA_SILENT", { cause: "no key frame" })),
      KEY_PATIENCE,
    );
    const finish = (error?: AppError): void => {
      clearTimeout(timer);
      isOver = true;
      own?.close();
      if (error !== undefined) reject(error);
    };
    void openRtsp({
      source,
      policy,
      patience: firstByte,
      sink: {
        configure: (given) => {
          if (given.kind === "video") config = given;
        },
        write: () => undefined,
      },
      onKey(picture, sets) {
        if (config === undefined) return;
        resolve({ picture: codedOf(picture, sets), config });
        finish();
      },
    })
      .then((opened) => {
        own = opened;
        // The picture may have arrived with the response that opened it.
        if (isOver) opened.close();
        return opened.closed;
      })
      .then(finish, (error: unknown) =>
        finish(error instanceof AppError ? error : new AppError("CAMERA_SILENT", { cause: error })),
      );
  });

const start = Buffer.from([0, 0, 0, 1]);
const codedOf = ({ units }: Picture, { sps, pps }: ParameterSets): CodedPicture => ({
  bytes: Buffer.concat([sps, pps, ...units].flatMap((unit) => [start, unit])),
  format: "h264",
});
