import { z } from "zod";
import { defineApi, endpoint } from "./endpoint.ts";

export const systemApi = defineApi({
  "GET /api/health": endpoint({
    access: "public",
    summary: "Whether this process and its database answer.",
    response: z.object({ database: z.literal("up"), version: z.string() }),
    perMinute: 600,
  }),
  "GET /api/system/media": endpoint({
    access: "user",
    summary:
      "What this server can do with moving pictures: without ffmpeg it makes no sizes, films of stills and stills of its own.",
    response: z.object({ ffmpeg: z.object({ is_ready: z.boolean(), version: z.string().nullable() }) }),
  }),
});
