import { useMemo, useSyncExternalStore } from "react";
import { type Tile, type TilePyramid, tileAddress, tileBox, tilesInSight } from "./plan-tiles.ts";
import type { Size } from "./plan-view.ts";
import type { Stage } from "./stage.ts";

export interface PlanPictureProps {
  image: string;
  tiles: TilePyramid | null;
  stage: Stage;
  onMeasure: (size: Size) => void;
  /** The picture did not come. */
  onBroken: () => void;
}

/** The plan: its tiles in sight, or its picture while there are none. On paper the picture, which is whole. */
export function PlanPicture({ image, tiles, stage, onMeasure, onBroken }: PlanPictureProps) {
  return (
    <>
      {tiles !== null && <Tiles pyramid={tiles} stage={stage} onBroken={onBroken} />}
      <img
        src={image}
        alt=""
        draggable={false}
        loading={tiles === null ? "eager" : "lazy"}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          onMeasure({ width, height })
        }
        onError={onBroken}
        className={
          tiles === null ? "absolute inset-0 size-full" : "absolute inset-0 hidden size-full print:block"
        }
      />
    </>
  );
}

/** Retina screens show half a pixel more than the eye needs. */
const MOST_DENSE = 2;

function Tiles({ pyramid, stage, onBroken }: { pyramid: TilePyramid; stage: Stage; onBroken: () => void }) {
  // As text, because equal sets must be the same.
  const text = useSyncExternalStore(stage.subscribe, () => tileNames(pyramid, stage));
  const shown = useMemo(() => text.split(" ").filter(Boolean).map(tileOf), [text]);
  return shown.map((tile) => {
    const { x, y, width, height } = tileBox(pyramid, tile);
    const percent = (share: number) => `${share * 100}%`;
    return (
      <img
        key={`${tile.level}/${tile.col}_${tile.row}`}
        src={tileAddress(pyramid, tile)}
        alt=""
        data-tile={tile.level}
        draggable={false}
        onError={tile.level === 0 ? onBroken : undefined}
        className="absolute max-w-none"
        style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
      />
    );
  });
}

function tileNames(pyramid: TilePyramid, stage: Stage): string {
  const sight = stage.sight();
  if (sight === null) return "";
  const density = Math.min(MOST_DENSE, devicePixelRatio);
  return tilesInSight(pyramid, sight.view, sight.extent, density)
    .map(({ level, col, row }) => `${level}/${col}/${row}`)
    .join(" ");
}

function tileOf(name: string): Tile {
  const [level = 0, col = 0, row = 0] = name.split("/").map(Number);
  return { level, col, row };
}
