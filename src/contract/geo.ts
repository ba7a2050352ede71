import { z } from "zod";
import { defineApi, endpoint } from "./endpoint.ts";

/** The shape of Nominatim's `/reverse?format=json`, so that callers of such a service can use this one. */
const Found = z.object({
  lat: z.string(),
  lon: z.string(),
  /** The whole address in one line, in the caller's language if the service supports it. */
  display_name: z.string(),
  address: z.record(z.string(), z.string()),
});
/** No address is known, or no service is available: sent with status 200, as the service does. */
const Unknown = z.object({
  error: z.string(),
  /**
   * An addition to such a service's reply: `off` when no service is set, `nothing` when it knows no address there,
   * `unreachable` when it fails to respond properly or the rate limit is reached.
   */
  reason: z.enum(["off", "nothing", "unreachable"]),
});

export const geoApi = defineApi(
  {
    "GET /api/geo/reverse": endpoint({
      access: "user",
      summary:
        "The address of a point in degrees, from the configured geocoding service. At most one request per second for all callers; cached for 30 days.",
      query: z.object({
        lat: z.coerce.number().min(-90).max(90),
        lon: z.coerce.number().min(-180).max(180),
        format: z.literal("json").default("json"),
        zoom: z.coerce.number().int().min(0).max(18).default(18),
        addressdetails: z.coerce.number().int().min(0).max(1).default(1),
      }),
      response: z.union([Found, Unknown]),
      envelope: false,
      perMinute: 60,
    }),
  },
  "projects",
);
