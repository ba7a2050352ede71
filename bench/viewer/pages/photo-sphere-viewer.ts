import { Viewer } from "@photo-sphere-viewer/core";

/** The zoom is half way between the limits, which makes the field of view 60 degrees. */
const viewer = new Viewer({
  container: "viewer",
  panorama: "/original.jpg",
  navbar: false,
  minFov: 30,
  maxFov: 90,
  defaultZoomLvl: 50,
});
viewer.addEventListener("ready", () => document.documentElement.setAttribute("data-ready", ""));
