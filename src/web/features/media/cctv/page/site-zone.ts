import type { Camera } from "#contract/cctv.ts";

/** The zone whose clocks the pictures of a camera are told by: the site's where it is known, as the server counts days. */
export const siteZone = ({ schedule }: Pick<Camera, "schedule">): string => schedule?.time_zone ?? "UTC";
