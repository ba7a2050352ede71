import type { liveApi } from "#contract/live.ts";
import type { Sightings } from "#server/domains/installation/audit/sightings.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import { type ChannelCalls, done } from "./channel-calls.ts";
import type { RecordingArchive } from "./recording-archive.ts";
import { type Recordings, wireRecording } from "./recordings.ts";
import { isOnAir } from "./wire.ts";

export interface RecordingOptions extends ChannelCalls {
  readonly sightings: Sightings;
  readonly recordings: Recordings;
  readonly archive: Pick<RecordingArchive, "makeVideo">;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

type Route = Extract<keyof typeof liveApi, `${string} /api/live-streaming/{id}/recordings${string}`>;

/** Recordings of a channel's broadcasts. */
export function recordingHandlers(options: RecordingOptions): Handlers<Route> {
  const { db, sightings, recordings, archive, address, tell } = options;
  const recordingOf = async (channelId: number, id: number) => {
    const recording = await recordings.find(channelId, id);
    if (recording === undefined) throw new AppError("NOT_FOUND");
    return recording;
  };

  return {
    "GET /api/live-streaming/{id}/recordings": async ({ subject, query, user, request }) => {
      await sightings.seen({ ...subject, kind: "channel" }, user, request);
      const { rows, total } = await recordings.list(subject.id, query);
      const items = rows.map((row) => wireRecording(row, address));
      return { items, total, page: query.page, per_page: query.per_page };
    },
    "POST /api/live-streaming/{id}/recordings/{recordingId}/video": async ({
      subject,
      params,
      body,
      user,
      request,
    }) => {
      const recording = await recordingOf(subject.id, params.recordingId);
      return { id_video: await archive.makeVideo(subject, recording, body.title, { user, request }) };
    },
    "DELETE /api/live-streaming/{id}/recordings/{recordingId}": async ({
      subject,
      params,
      user,
      request,
    }) => {
      const recording = await recordingOf(subject.id, params.recordingId);
      if (recording.ended_at === null && isOnAir(subject.state)) throw new AppError("CHANNEL_RUNNING");
      await db.transaction().execute(async (trx) => {
        await recordings.remove(trx, recording.id);
        await tell(trx, subject);
        await recordActivity(trx, done("channel.recording_deleted", subject, user, request));
      });
      return {};
    },
  };
}
