import { createPanorama, type PanoramaSource } from "#panorama/index.ts";

/** Our own viewer as the product's page uses it: the source and, if available, the poster are embedded in the page. */
const container = document.getElementById("viewer");
const description = document.getElementById("source")?.textContent;
const poster = document.querySelector("img") ?? undefined;
if (container && description) {
  const panorama = createPanorama(container, { label: "Benchmark", poster });
  void panorama.show(JSON.parse(description) as PanoramaSource);
}
