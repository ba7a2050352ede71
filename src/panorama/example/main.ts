import { createPanorama, isSupported, type PanoramaSource } from "../index.ts";
import { drawRoom, makeSource } from "./draw-rooms.ts";

const find = (id: string) => document.getElementById(id) as HTMLElement;

async function start(): Promise<void> {
  const container = find("panorama");
  if (!isSupported()) {
    container.textContent = "This browser cannot show 360 pictures: it offers no WebGL 2.";
    return;
  }
  const panorama = createPanorama(container, { label: "Example room" });
  panorama.on("view", ({ yaw, pitch, fov }) => {
    find("view").textContent = `yaw ${yaw.toFixed(1)}° pitch ${pitch.toFixed(1)}° fov ${fov.toFixed(1)}°`;
  });
  panorama.on("ready", () => {
    find("state").textContent = "base shown";
  });
  panorama.on("sharp", ({ level }) => {
    find("state").textContent = `sharp at level ${level}`;
  });
  panorama.on("error", (error) => {
    find("state").textContent = `${error.code}: ${error.message}`;
  });
  panorama.on("markerclick", ({ id }) => {
    find("state").textContent = `pressed ${id}`;
  });

  // The second room is turned by 90 degrees; `keepHeading` compensates for it.
  let rooms: PanoramaSource[] = [
    await makeSource(await drawRoom(200), 0),
    await makeSource(await drawRoom(20), 90),
  ];
  let current = 0;
  const show = async () => {
    const room = rooms[current];
    if (!room) return;
    await panorama.show(room, { keepHeading: true });
    panorama.setMarkers([
      { id: "north", yaw: room.north ?? 0, pitch: 0, label: "North" },
      { id: "door", yaw: (room.north ?? 0) + 40, pitch: -10, label: "Door" },
    ]);
    for (const other of rooms) if (other !== room) panorama.preload(other);
  };
  find("other").addEventListener("click", () => {
    current = (current + 1) % rooms.length;
    void show();
  });
  find("full").addEventListener("click", () => void panorama.fullscreen(true));
  find("file").addEventListener("change", (event) => {
    const [file] = (event.currentTarget as HTMLInputElement).files ?? [];
    if (file)
      void createImageBitmap(file)
        .then(makeSource)
        .then(
          (source) => {
            rooms = [source];
            current = 0;
            return show();
          },
          () => {
            find("state").textContent = "not a picture";
          },
        );
  });
  await show();
}

void start();
