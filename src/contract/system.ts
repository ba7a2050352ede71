import { z } from "zod";
import { defineApi, endpoint } from "./endpoint.ts";

export const systemApi = defineApi({
  "GET /api/health": endpoint({
    access: "public",
    summary: "Whether this process and its database answer.",
    response: z.object({ database: z.literal("up"), version: z.string() }),
    perMinute: 600,
  }),
});
