/** The light build ships without types; its API is a subset of the full build's. */
declare module "hls.js/light" {
  export { default } from "hls.js";
}
