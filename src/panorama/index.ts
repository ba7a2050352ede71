/**
 * A 360 engine on WebGL 2: tiled equirectangular pictures, markers as real buttons, no dependencies. Manual: README.md
 * in this folder.
 */

export { PanoramaError } from "./error.ts";
export { isSupported } from "./gl/context.ts";
export { createPanorama } from "./panorama.ts";
export { fitPosterFov } from "./poster.ts";
export type * from "./types.ts";
