import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, ApiServer } from "#test/web/api-server.ts";
import { session } from "#web/lib/session.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { publicSettings } from "#web/testing/open-screen.tsx";
import { say } from "#web/testing/say.ts";
import { type Leaflet, type LeafletMap, leafletPart } from "#web/ui/map/map-part.ts";
import { LocationPicker, type LocationPickerProps } from "./location-picker.tsx";

let leaflet: Leaflet;
let map: LeafletMap;
let api: ApiServer;
const keepMap = (made: LeafletMap) => {
  map = made;
};
const ask = globalThis.fetch;
const changes = vi.fn<LocationPickerProps["onChange"]>();
const logged = vi.spyOn(console, "error");

/** Geocoder that answers coordinates with `Street <lat>`. */
const known: Answers = {
  "GET /api/geo/reverse": ({ query }) => ({
    body: {
      lat: query.get("lat"),
      lon: query.get("lon"),
      display_name: `Street ${query.get("lat")}, Riyadh`,
      address: {},
    },
  }),
};

beforeAll(async () => {
  leaflet = await leafletPart.load();
  leaflet.LeafletMap.addInitHook(function keep(this: LeafletMap) {
    keepMap(this);
  });
  // jsdom has no layout; a map has this size on a page 1280 px wide.
  Object.defineProperties(HTMLElement.prototype, {
    clientWidth: { configurable: true, get: () => 600 },
    clientHeight: { configurable: true, get: () => 300 },
  });
});
beforeEach(async () => {
  changes.mockReset();
  logged.mockReset().mockImplementation(() => undefined);
  session.setSettings({ ...publicSettings, basemap_url: "", satellite_url: "" });
  await serve(known);
});
afterEach(async () => {
  globalThis.fetch = ask;
  await api.stop();
  Reflect.deleteProperty(navigator, "geolocation");
});

async function serve(answers: Answers): Promise<void> {
  api = await ApiServer.start(answers);
  globalThis.fetch = (input, init) =>
    ask(typeof input === "string" ? new URL(input, api.origin) : input, init);
}
const lookUps = () => api.received.filter(({ route }) => route === "GET /api/geo/reverse");

type Given = Partial<LocationPickerProps>;

/** A form that stores its changes. */
function Form(given: Given) {
  const [value, setValue] = useState({
    latitude: given.latitude ?? 0,
    longitude: given.longitude ?? 0,
    address: given.address ?? "",
  });
  return (
    <LocationPicker
      {...given}
      {...value}
      onChange={(latitude, longitude, address) => {
        changes(latitude, longitude, address);
        setValue({ latitude, longitude, address });
      }}
    />
  );
}
/** Passes changed props to the picker on the page, as a form around it would. */
const given = createStore<LocationPickerProps>({ latitude: 0, longitude: 0, onChange: changes });
const give = (next: LocationPickerProps) => act(() => given.set(next));
const Given = () => <LocationPicker {...useStore(given)} />;
const open = (given: Given = {}) => renderIn("en", <Form {...given} />);
const clickAt = (lat: number, lng: number) =>
  act(() => void map.fire("click", { latlng: leaflet.latLng(lat, lng) }));
const pin = () => screen.queryByRole("button", { name: say("map.picker.pin") });
const address = () => screen.getByRole<HTMLInputElement>("textbox", { name: say("map.picker.address") });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

function device(answer: (done: PositionCallback, fail: PositionErrorCallback) => void): void {
  Object.defineProperty(navigator, "geolocation", {
    configurable: true,
    value: { getCurrentPosition: answer },
  });
}
const here = { coords: { latitude: 21.4858, longitude: 39.1925 } } as GeolocationPosition;

describe("a location", () => {
  it("is picked by a click and reported with six decimals, with its address once it is found", async () => {
    await open();
    clickAt(24.71360049, 46.6753);
    expect(changes).toHaveBeenCalledExactlyOnceWith(24.7136, 46.6753, "");
    expect(screen.getByText("24.713600, 46.675300")).toBeTruthy();
    await waitFor(() => expect(changes).toHaveBeenLastCalledWith(24.7136, 46.6753, "Street 24.7136, Riyadh"));
    expect(address().value).toBe("Street 24.7136, Riyadh");
    expect(Object.fromEntries(lookUps()[0]?.query ?? [])).toEqual({
      format: "json",
      lat: "24.7136",
      lon: "46.6753",
      zoom: "18",
      addressdetails: "1",
    });
  });

  it("is moved by dragging the pin, and looked up there", async () => {
    await open({ latitude: 24.7136, longitude: 46.6753 });
    await waitFor(() => expect(pin()).not.toBeNull());
    const marker = markerOf();
    act(() => {
      marker.setLatLng([24.8, 46.7]);
      marker.fire("dragend");
    });
    expect(changes).toHaveBeenCalledWith(24.8, 46.7, "");
    await waitFor(() => expect(address().value).toBe("Street 24.8, Riyadh"));
  });

  it("is moved by the arrow keys, and set by Enter in the middle of the map", async () => {
    await open();
    const region = screen.getByRole("application");
    fireEvent.keyDown(region, { key: "Enter" });
    // 0, 0 means no location.
    expect(changes).toHaveBeenCalledTimes(1);
    clickAt(10, 10);
    await waitFor(() => expect(address().value).toBe("Street 10, Riyadh"));
    const element = pin();
    changes.mockReset();
    fireEvent.keyDown(element as HTMLElement, { key: "ArrowUp" });
    await waitFor(() => expect(changes).toHaveBeenCalled());
    const [latitude, longitude] = changes.mock.calls[0] ?? [];
    expect(latitude).toBeGreaterThan(10);
    expect(longitude).toBeCloseTo(10, 4);
  });

  it("is the device's position after 'Use Current Location', shown close up", async () => {
    device((done) => done(here));
    await open();
    await press("Use Current Location");
    expect(changes).toHaveBeenCalledWith(21.4858, 39.1925, "");
    expect(map.getZoom()).toBe(15);
    await waitFor(() => expect(address().value).toBe("Street 21.4858, Riyadh"));
  });

  it("is removed by 'Clear', which reports 0, 0 and an empty address and leaves no pin", async () => {
    await open({ latitude: 24.7136, longitude: 46.6753, address: "Gate 4" });
    await waitFor(() => expect(pin()).not.toBeNull());
    await press("Clear");
    expect(changes).toHaveBeenCalledExactlyOnceWith(0, 0, "");
    expect(pin()).toBeNull();
    expect(address().value).toBe("");
  });

  it("of 0, 0 is none: no pin, the whole world, no look-up", async () => {
    await open({ latitude: 0, longitude: 0 });
    expect(pin()).toBeNull();
    expect(map.getCenter()).toMatchObject({ lat: 0, lng: 0 });
    expect(map.getZoom()).toBe(2);
    expect(lookUps()).toEqual([]);
  });

  it("from outside moves the pin and the map to zoom 15, and is looked up", async () => {
    const props = { onChange: changes, address: "" };
    given.set({ ...props, latitude: 0, longitude: 0 });
    await renderIn("en", <Given />);
    give({ ...props, latitude: 24.7136, longitude: 46.6753 });
    await waitFor(() => expect(pin()).not.toBeNull());
    expect(map.getZoom()).toBe(15);
    expect(map.getCenter().lat).toBeCloseTo(24.7136, 3);
    expect(markerOf().getLatLng()).toMatchObject({ lat: 24.7136, lng: 46.6753 });
    await waitFor(() => expect(changes).toHaveBeenLastCalledWith(24.7136, 46.6753, "Street 24.7136, Riyadh"));
    expect(lookUps()).toHaveLength(1);
  });

  it("given initially is looked up, but opening a form changes nothing in it", async () => {
    await open({ latitude: 24.7136, longitude: 46.6753 });
    expect(
      await screen.findByText(say("map.picker.found", { address: "Street 24.7136, Riyadh" })),
    ).toBeTruthy();
    expect(map.getZoom()).toBe(15);
    expect(changes).not.toHaveBeenCalled();
    await press(say("map.picker.use_found"));
    expect(changes).toHaveBeenCalledExactlyOnceWith(24.7136, 46.6753, "Street 24.7136, Riyadh");
  });
});

describe("an address", () => {
  it("typed by the user is never overwritten: the found one is suggested beside it", async () => {
    await open();
    clickAt(24.7, 46.6);
    await waitFor(() => expect(address().value).toBe("Street 24.7, Riyadh"));
    await userEvent.clear(address());
    await userEvent.type(address(), "Gate 4");
    clickAt(24.8, 46.6);
    expect(await screen.findByText(say("map.picker.found", { address: "Street 24.8, Riyadh" }))).toBeTruthy();
    expect(address().value).toBe("Gate 4");
  });

  it("found by the map is replaced by the next one found", async () => {
    await open();
    clickAt(24.7, 46.6);
    await waitFor(() => expect(address().value).toBe("Street 24.7, Riyadh"));
    clickAt(24.8, 46.6);
    await waitFor(() => expect(address().value).toBe("Street 24.8, Riyadh"));
  });

  it("becomes empty when a look-up fails, which is logged and not shown", async () => {
    await open();
    clickAt(24.7, 46.6);
    await waitFor(() => expect(address().value).toBe("Street 24.7, Riyadh"));
    await api.stop();
    await serve({ "GET /api/geo/reverse": () => ({ status: 500, body: { code: "SERVER" } }) });
    clickAt(24.8, 46.6);
    await waitFor(() => expect(logged).toHaveBeenCalledTimes(1));
    expect(address().value).toBe("");
    expect(changes).toHaveBeenLastCalledWith(24.8, 46.6, "");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it.each([
    ["off", 0],
    ["nothing", 0],
    ["unreachable", 1],
  ])("is empty when the service says %s", async (reason, times) => {
    await api.stop();
    await serve({ "GET /api/geo/reverse": () => ({ body: { error: "No", reason } }) });
    await open();
    clickAt(24.7, 46.6);
    await waitFor(() => expect(lookUps()).toHaveLength(1));
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
    expect(address().value).toBe("");
    expect(logged).toHaveBeenCalledTimes(times);
  });

  it("too long for the field loses its last parts", async () => {
    await api.stop();
    const long = `${"a".repeat(200)}, ${"b".repeat(100)}, Riyadh`;
    await serve({
      "GET /api/geo/reverse": () => ({ body: { lat: "1", lon: "1", display_name: long, address: {} } }),
    });
    await open();
    clickAt(24.7, 46.6);
    await waitFor(() => expect(address().value).toBe("a".repeat(200)));
  });
});

describe("the loading flag", () => {
  const isBusy = () => document.querySelector('[aria-busy="true"]') !== null;

  it("is set while an address is looked up, and of two only the last counts", async () => {
    await api.stop();
    let answer: () => void = () => undefined;
    const later = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await serve({
      "GET /api/geo/reverse": async (call) => {
        if (call.query.get("lat") === "24.7") await later;
        return known["GET /api/geo/reverse"]?.(call) ?? { body: null };
      },
    });
    await open();
    clickAt(24.7, 46.6);
    await waitFor(() => expect(isBusy()).toBe(true));
    expect(screen.getByText(say("map.picker.loading"))).toBeTruthy();
    clickAt(24.8, 46.6);
    await waitFor(() => expect(isBusy()).toBe(false));
    answer();
    expect(address().value).toBe("Street 24.8, Riyadh");
  });

  it("is set while the device is located, and cleared on failure, which is logged and not shown", async () => {
    let fail: PositionErrorCallback = () => undefined;
    device((_, refuse) => {
      fail = refuse;
    });
    await open();
    await press("Use Current Location");
    expect(isBusy()).toBe(true);
    act(() => fail({ code: 1, message: "denied" } as GeolocationPositionError));
    expect(isBusy()).toBe(false);
    expect(logged).toHaveBeenCalledTimes(1);
    expect(changes).not.toHaveBeenCalled();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("is not set where the browser has no geolocation: nothing happens", async () => {
    expect("geolocation" in navigator).toBe(false);
    await open();
    await press("Use Current Location");
    expect(isBusy()).toBe(false);
    expect(logged).not.toHaveBeenCalled();
    expect(changes).not.toHaveBeenCalled();
  });
});

describe("a disabled picker", () => {
  it("ignores clicks, drags, wheel, keys and its buttons", async () => {
    const asked = vi.fn<() => void>();
    device(asked);
    await open({ latitude: 24.7136, longitude: 46.6753, isDisabled: true });
    await waitFor(() => expect(pin()).not.toBeNull());
    const { dragging, touchZoom, doubleClickZoom, scrollWheelZoom, boxZoom, keyboard } = map;
    for (const handler of [dragging, touchZoom, doubleClickZoom, scrollWheelZoom, boxZoom, keyboard])
      expect(handler?.enabled() ?? false).toBe(false);
    expect(markerOf().dragging?.enabled() ?? false).toBe(false);
    for (const name of [say("map.zoom_in"), say("map.zoom_out"), "Use Current Location", "Clear"])
      expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled, name).toBe(true);
    clickAt(10, 10);
    await press("Clear");
    await press("Use Current Location");
    expect(changes).not.toHaveBeenCalled();
    expect(asked).not.toHaveBeenCalled();
    expect(pin()).not.toBeNull();
  });

  it("works again once it is enabled", async () => {
    const props = { onChange: changes, latitude: 24.7136, longitude: 46.6753, address: "" };
    given.set({ ...props, isDisabled: true });
    await renderIn("en", <Given />);
    give(props);
    expect(map.dragging.enabled()).toBe(true);
    expect(markerOf().dragging?.enabled()).toBe(true);
    clickAt(10, 10);
    expect(changes).toHaveBeenCalledWith(10, 10, "");
  });
});

describe("the map of the picker", () => {
  it("is 300 px tall, with zoom buttons, and a red pin of 24 by 24 whose tip is the point", async () => {
    await open({ latitude: 24.7136, longitude: 46.6753 });
    // 75 steps of the 4 px grid.
    expect(map.getContainer().parentElement?.className).toContain("h-75");
    const zoom = map.getZoom();
    await press(say("map.zoom_in"));
    await waitFor(() => expect(map.getZoom()).toBe(zoom + 1));
    await press(say("map.zoom_out"));
    await waitFor(() => expect(map.getZoom()).toBe(zoom));
    const { iconSize, iconAnchor, className } = markerOf().getIcon().options as {
      iconSize: number[];
      iconAnchor: number[];
      className: string;
    };
    expect([iconSize, iconAnchor]).toEqual([
      [24, 24],
      [12, 24],
    ]);
    expect(className).toContain("text-bad");
    expect(pin()?.querySelector("svg path")).not.toBeNull();
  });

  it("draws 256 px tiles up to zoom 18 as in the settings, and sends their hosts the site's origin", async () => {
    session.setSettings(publicSettings);
    await open();
    const tiles = tilesOf();
    expect(tiles?.options).toMatchObject({
      tileSize: 256,
      maxZoom: 18,
      subdomains: ["a", "b", "c"],
      referrerPolicy: "strict-origin-when-cross-origin",
    });
    expect(map.getMaxZoom()).toBe(18);
    expect(screen.getByRole("link", { name: "© OpenStreetMap" })).toBeTruthy();
    await press(say("map.satellite"));
    expect(tilesOf()?.options).toMatchObject({ maxZoom: 19, className: "map-satellite" });
    expect(localStorage.getItem("app-map-layer")).toBe("satellite");
  });

  it("without tiles is a grid with a note, on which everything works", async () => {
    await open();
    expect(tilesOf()).toBeUndefined();
    expect(screen.getByText(say("map.bare"))).toBeTruthy();
    clickAt(10, 10);
    expect(pin()).not.toBeNull();
  });

  it("measures itself 100 ms after its creation, 50, 150 and 300 ms after a dialog opens, and with the window", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const measured = vi.spyOn(leaflet.LeafletMap.prototype, "invalidateSize");
      const props = { onChange: changes, latitude: 0, longitude: 0 };
      given.set(props);
      await renderIn("en", <Given />);
      const after = (milliseconds: number) => {
        measured.mockClear();
        vi.advanceTimersByTime(milliseconds);
        return measured.mock.calls.length;
      };
      expect([after(99), after(1), after(1000)]).toEqual([0, 1, 0]);
      give({ ...props, isModalOpen: true });
      expect([after(49), after(1), after(99), after(1), after(149), after(1), after(1000)]).toEqual([
        0, 1, 0, 1, 0, 1, 0,
      ]);
      measured.mockClear();
      fireEvent(window, new Event("resize"));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      expect(measured).toHaveBeenCalledTimes(1);
      measured.mockRestore();
    } finally {
      vi.useRealTimers();
    }
  });

  it("uses Arabic and keeps coordinates left to right", async () => {
    await renderIn("ar", <Form latitude={24.7136} longitude={46.6753} />);
    expect(screen.getByRole("button", { name: say("map.picker.use_current") })).toBeTruthy();
    expect(screen.getByText("24.713600, 46.675300").getAttribute("dir")).toBe("ltr");
  });
});

type MarkerOf = InstanceType<Leaflet["Marker"]>;
type TilesOf = InstanceType<Leaflet["TileLayer"]>;

function markerOf(): MarkerOf {
  let found: MarkerOf | undefined;
  map.eachLayer((layer) => {
    if (layer instanceof leaflet.Marker) found = layer;
  });
  if (found === undefined) throw new Error("There is no pin on the map.");
  return found;
}

function tilesOf(): TilesOf | undefined {
  let found: TilesOf | undefined;
  map.eachLayer((layer) => {
    if (layer instanceof leaflet.TileLayer) found = layer;
  });
  return found;
}
