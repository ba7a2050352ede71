import type { FastifyRequest } from "fastify";
import { geoApi } from "#contract/geo.ts";
import type { Language } from "#contract/languages.ts";
import { agentOf } from "#server/integrations/agent.ts";
import { handlers } from "#server/platform/http/module.ts";
import { createGeo, type GeoOptions } from "./geo.service.ts";
import { samples } from "./samples.ts";

export interface GeoModuleOptions extends Omit<GeoOptions, "server" | "userAgent"> {
  readonly settings: { get(): { readonly geocoder_url: string } };
  readonly version: string;
  readonly siteAddress: string;
  readonly languageOf: (request: FastifyRequest) => Language;
}

const troubles = {
  off: { error: "Address lookup is off", reason: "off" },
  busy: { error: "Too many address lookups", reason: "unreachable" },
  unreachable: { error: "The address service does not respond", reason: "unreachable" },
} as const;

export function geoModule(options: GeoModuleOptions) {
  const { settings, version, siteAddress, languageOf } = options;
  const geo = createGeo({
    ...options,
    server: () => settings.get().geocoder_url,
    userAgent: agentOf({ version, siteAddress }),
  });
  return {
    offers: { askGeocoder: geo.test },
    /** Deletes remembered addresses after their retention period. */
    sweeps: [geo.prune],
    samples,
    handlers: handlers(geoApi, {
      "GET /api/geo/reverse": async ({ query, request }) => {
        const { lat: latitude, lon: longitude, zoom, addressdetails } = query;
        const answer = await geo.reverse({ latitude, longitude, zoom, language: languageOf(request) });
        if ("trouble" in answer) return troubles[answer.trouble];
        // The service's own message, known to its API users.
        if (answer.found === null) return { error: "Unable to geocode", reason: "nothing" as const };
        return addressdetails === 1 ? answer.found : { ...answer.found, address: {} };
      },
    }),
  };
}
