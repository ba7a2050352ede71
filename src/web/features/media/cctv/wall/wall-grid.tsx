import { useRef, useState } from "react";
import type { Camera } from "#contract/cctv.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { liveAfter } from "./live-slots.ts";
import { step } from "./tile-keys.ts";
import type { WallSize } from "./wall-state.ts";
import { WallTile } from "./wall-tile.tsx";

interface WallGridProps {
  /** Cameras of this page of the wall. */
  cameras: readonly Camera[];
  size: WallSize;
  isKiosk: boolean;
  onMove: (from: number, to: number) => void;
}

const columns = { 1: "grid-cols-1", 2: "grid-cols-2", 3: "sm:grid-cols-3", 4: "sm:grid-cols-4" } as const;
/** Milliseconds between the first requests of two tiles. */
const stagger = 250;

/** The tiles. Arrow keys move the focus, Alt with an arrow moves the tile. */
export function WallGrid({ cameras, size, isKiosk, onMove }: WallGridProps) {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);
  const [live, setLive] = useState<readonly number[]>([]);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [said, setSaid] = useState("");

  const tileAt = (index: number) =>
    list.current?.children[index]?.querySelector<HTMLElement>("[data-tile]") ?? undefined;

  function move(from: number, to: number): void {
    const camera = cameras[from];
    if (camera === undefined || to === from || to < 0 || to >= cameras.length) return;
    onMove(from, to);
    setSaid(t("cctv.wall.moved", { name: camera.name, place: to + 1 }));
  }

  function press(key: string, isTaking: boolean, index: number): boolean {
    const width = list.current === null ? size : columnsOf(list.current);
    const to = step(key, index, width, cameras.length, document.dir === "rtl");
    if (to === null) return false;
    // Its element moves together with the camera, and keeps the focus.
    if (isTaking) move(index, to);
    else tileAt(to)?.focus();
    return true;
  }

  return (
    <>
      <ul
        ref={list}
        aria-label={t("cctv.wall.label")}
        className={cx(
          "grid gap-1",
          size > 2 && "grid-cols-2",
          columns[size],
          isKiosk && "min-h-0 flex-1 auto-rows-fr",
        )}
      >
        {cameras.map((camera, index) => (
          <WallTile
            key={camera.id}
            camera={camera}
            delay={index * stagger}
            isLive={size === 1 || live.includes(camera.id)}
            isKiosk={isKiosk}
            isTarget={over === index && dragged !== null && dragged !== index}
            onLive={() => setLive((before) => liveAfter(before, camera.id))}
            onStill={() => setLive((before) => before.filter((id) => id !== camera.id))}
            onKey={(key, isTaking) => press(key, isTaking, index)}
            drag={{
              start: () => setDragged(index),
              over: () => setOver(index),
              end: () => {
                setDragged(null);
                setOver(null);
              },
              drop: () => dragged !== null && move(dragged, index),
            }}
          />
        ))}
      </ul>
      <output className="sr-only">{said}</output>
    </>
  );
}

/** The actual number: phones show fewer than were selected. */
const columnsOf = (grid: HTMLElement) => getComputedStyle(grid).gridTemplateColumns.split(" ").length;
