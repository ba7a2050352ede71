import type { Camera } from "#contract/cctv.ts";

/** The zone for a camera's times: the site's where it is known, as the server counts days. */
export const siteZone = ({ schedule }: Pick<Camera, "schedule">): string => schedule?.time_zone ?? "UTC";
