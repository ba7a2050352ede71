import type { commentsApi } from "#contract/comments.ts";
import type { Samples } from "#server/platform/samples.ts";

const video = ({ code_video }: { readonly code_video: string }) => ({ params: { id: code_video } });
const one = ({
  id_video,
  id_video_comment,
}: {
  readonly id_video: number;
  readonly id_video_comment: number;
}) => ({ params: { id: id_video, commentId: id_video_comment } });

export const samples: Samples<keyof typeof commentsApi> = {
  "GET /api/three60videos/{id}/comments": video,
  "POST /api/three60videos/{id}/comments": (place) => ({
    ...video(place),
    body: { text: "Who left the hatch open?", seconds: 1.5, yaw: 20, pitch: -10 },
  }),
  "GET /api/three60videos/{id}/comments/timeline": (place) => ({ ...video(place), query: { interval: 5 } }),
  "GET /api/three60videos/{id}/comments/statistics": video,
  "POST /api/three60videos/{id}/comments/search": (place) => ({ ...video(place), body: { q: "hatch" } }),
  "GET /api/three60videos/{id}/comments/{commentId}": ({ code_video, id_video_comment }) => ({
    params: { id: code_video, commentId: id_video_comment },
  }),
  "PUT /api/three60videos/{id}/comments/{commentId}": (place) => ({
    ...one(place),
    body: { text: "Closed on Monday." },
  }),
  "DELETE /api/three60videos/{id}/comments/{commentId}": one,
  "PUT /api/three60videos/{id}/comments/{commentId}/toggle-resolved": (place) => ({
    ...one(place),
    body: {},
  }),
  "GET /api/users/comments": () => ({}),
};
