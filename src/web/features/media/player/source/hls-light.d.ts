/** The light build comes without types; where it has something, it is the same as the whole one. */
declare module "hls.js/light" {
  export { default } from "hls.js";
}
