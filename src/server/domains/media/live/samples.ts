import type { liveApi } from "#contract/live.ts";
import type { Samples } from "#server/platform/samples.ts";

const channel = ({ id_channel }: { readonly id_channel: number }) => ({ params: { id: id_channel } });
const recording = ({
  id_channel,
  id_recording,
}: {
  readonly id_channel: number;
  readonly id_recording: number;
}) => ({ params: { id: id_channel, recordingId: id_recording } });

export const samples: Samples<keyof typeof liveApi> = {
  "GET /api/live-streaming": () => ({}),
  "GET /api/live-streaming/user": ({ id_project }) => ({ query: { id_project } }),
  "GET /api/live-streaming/playback-urls": ({ code_channel }) => ({
    query: { medialive_channel_id: code_channel },
  }),
  "GET /api/live-streaming/drivers": () => ({}),
  "POST /api/live-streaming": ({ id_project }) => ({ body: { id_project, name: "Crane" } }),
  "GET /api/live-streaming/{id}": channel,
  "PUT /api/live-streaming/{id}": (place) => ({ ...channel(place), body: { description: "North gate" } }),
  "DELETE /api/live-streaming/{id}": channel,
  "PUT /api/live-streaming/{id}/start": channel,
  "PUT /api/live-streaming/{id}/stop": channel,
  "POST /api/live-streaming/{id}/key": channel,
  "POST /api/live-streaming/{id}/browser": channel,
  "POST /api/live-streaming/{id}/verify-password": ({ code_channel }) => ({
    params: { id: code_channel },
    body: { password: "gate 7" },
  }),
  "GET /api/live-streaming/{id}/recordings": channel,
  "POST /api/live-streaming/{id}/recordings/{recordingId}/video": (place) => ({
    ...recording(place),
    body: { title: "Morning round" },
  }),
  "DELETE /api/live-streaming/{id}/recordings/{recordingId}": recording,
};
