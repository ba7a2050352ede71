import { waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { session } from "#web/lib/session.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { publicSettings } from "#web/testing/open-screen.tsx";
import { BaseMap } from "./base-map.tsx";
import { type LeafletMap, leafletPart } from "./map-part.ts";
import { Pin } from "./pin.tsx";

/** Names of the markers at the moment when they were added to the map. */
const names: (string | null | undefined)[] = [];

beforeAll(async () => {
  const { LeafletMap: Made, Marker } = await leafletPart.load();
  Made.addInitHook(function watch(this: LeafletMap) {
    this.on("layeradd", ({ layer }) => {
      if (layer instanceof Marker) names.push(layer.getElement()?.getAttribute("aria-label"));
    });
  });
});
beforeEach(() => session.setSettings({ ...publicSettings, basemap_url: "", satellite_url: "" }));

it("A pin has its name from the moment at which it is on the map", async () => {
  const place = { latitude: 24.7136, longitude: 46.6753 };
  const { findByRole } = await renderIn(
    "en",
    <BaseMap label="Site" center={place} zoom={15}>
      <Pin tone="bad" place={place} name="Gate" />
    </BaseMap>,
  );
  await findByRole("button", { name: "Gate" });
  await waitFor(() => expect(names).toEqual(["Gate"]));
});
