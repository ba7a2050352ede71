import { limits } from "#contract/limits.ts";
import { call } from "#web/lib/client.ts";
import { logFailure } from "#web/lib/log.ts";
import type { Location } from "#web/ui/map/map-part.ts";
import { fitAddress, picker } from "./constants.ts";

/** The address of a point; empty when it is unknown or the service fails. Rejects only when it was aborted. */
export async function findAddress(place: Location, signal: AbortSignal): Promise<string> {
  try {
    const answer = await call(
      "GET /api/geo/reverse",
      {
        query: {
          format: "json",
          lat: place.latitude,
          lon: place.longitude,
          zoom: picker.addressZoom,
          addressdetails: 1,
        },
      },
      { signal },
    );
    if ("display_name" in answer) return fitAddress(answer.display_name, limits.description);
    if (answer.reason === "unreachable") logFailure("No address was found for a location.", answer.error);
  } catch (error) {
    if (signal.aborted) throw error;
    logFailure("No address was found for a location.", error);
  }
  return "";
}
