import { z } from "zod";
import { Code, Id } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";

/** A walk that one person leads and others follow, each in his own browser. Nothing of it passes through the database. */
export const GuidedTour = z.object({
  /** Opens the tour to whoever has it, as long as the visit itself opens to him. */
  code: z.string(),
  visit_code: z.string(),
  is_host: z.boolean(),
  /** Names by which the browsers find each other: the host's, and one's own. */
  host: z.string(),
  me: z.string(),
  /** Proves to our own broker that one may bear that name. */
  token: z.string(),
  /** The broker at which they meet: a PeerJS server, by the protocol of the page. An empty host means this server. */
  broker: z.object({
    host: z.string(),
    port: z.number(),
    path: z.string(),
  }),
  /** What helps two browsers to reach each other: as WebRTC takes it. */
  ice: z.array(
    z.object({
      urls: z.array(z.string()),
      username: z.string().optional(),
      credential: z.string().optional(),
    }),
  ),
  /** A meeting with pictures for the same people, where the site has a service for them. */
  meeting: z.string().nullable(),
  expires_at: z.string(),
});
export type GuidedTour = z.output<typeof GuidedTour>;

export const guidedApi = defineApi({
  "POST /api/guided-tours": endpoint({
    access: { can: "visit.guide", by: "id_visit" },
    summary: "Begin to lead others through a visit, for half a day at most.",
    body: z.object({ id_visit: Id }),
    response: GuidedTour,
    status: 201,
  }),
  "GET /api/guided-tours/{code}": endpoint({
    access: "public",
    closesWith: "viewer",
    summary: "What a browser needs to follow.",
    params: z.object({ code: Code }),
    response: GuidedTour,
  }),
});
