import { z } from "zod";
import { Code, Id } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";

/**
 * A tour that a host leads and others follow, each in their own browser. None of its traffic passes through the
 * database.
 */
export const GuidedTour = z.object({
  /** Opens the tour to everyone who has it, as long as they may open the visit itself. */
  code: z.string(),
  visit_code: z.string(),
  is_host: z.boolean(),
  /** Peer names by which the browsers connect: the host's, and the caller's own. */
  host: z.string(),
  me: z.string(),
  /** Proves to our own broker that the caller may use that name. */
  token: z.string(),
  /** The broker for connecting: a PeerJS server, by the protocol of the page. An empty host means this server. */
  broker: z.object({
    host: z.string(),
    port: z.number(),
    path: z.string(),
  }),
  /** ICE servers that help two browsers to connect, in WebRTC's format. */
  ice: z.array(
    z.object({
      urls: z.array(z.string()),
      username: z.string().optional(),
      credential: z.string().optional(),
    }),
  ),
  /** A video meeting for the same participants, if the installation has a service for them. */
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
