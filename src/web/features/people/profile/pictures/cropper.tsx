import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Slider } from "#web/ui/slider.tsx";
import { type Crop, contain, mostZoom, pieceOf, push } from "./crop.ts";
import { type Portrait, shapes } from "./portrait.ts";

export interface CropperProps {
  image: HTMLImageElement;
  portrait: Portrait;
  crop: Crop;
  onChange: (crop: Crop) => void;
}

/** Share of the frame that an arrow key moves by. */
const step = 0.04;
const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: step, y: 0 },
  ArrowRight: { x: -step, y: 0 },
  ArrowUp: { x: 0, y: step },
  ArrowDown: { x: 0, y: -step },
};

/** The frame of the result over the picture: moved by mouse, finger or arrows, zoomed by wheel, pinch or slider. */
export function Cropper({ image, portrait, crop, onChange }: CropperProps) {
  const t = useText();
  const { ratio } = shapes[portrait];
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  const frame = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const piece = pieceOf(crop, size, ratio);

  const zoomTo = (zoom: number) => onChange(contain({ ...crop, zoom }, size, ratio));

  function drag(event: PointerEvent): void {
    const before = fingers.current.get(event.pointerId);
    const box = frame.current?.getBoundingClientRect();
    if (before === undefined || box === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (other !== undefined) {
      const span = (point: typeof now) => Math.hypot(point.x - other.x, point.y - other.y);
      zoomTo(crop.zoom * (span(now) / Math.max(span(before), 1)));
      return;
    }
    const by = { x: (now.x - before.x) / box.width, y: (now.y - before.y) / box.height };
    onChange(push(crop, by, size, ratio));
  }

  function press(event: KeyboardEvent): void {
    const by = arrows[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onChange(push(crop, by, size, ratio));
  }

  const lift = (event: PointerEvent) => fingers.current.delete(event.pointerId);
  const share = (pixels: number, of: number) => `${(pixels / of) * 100}%`;

  return (
    <div className="flex flex-col items-center gap-3">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it is pushed by hand and by the arrow keys */}
      <div
        ref={frame}
        role="application"
        aria-label={t("profile.pictures.frame")}
        aria-roledescription={t("profile.pictures.frame_role")}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is pushed by the arrow keys
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={drag}
        onPointerUp={lift}
        onPointerCancel={lift}
        onWheel={(event) => zoomTo(crop.zoom * 1.0015 ** -event.deltaY)}
        dir="ltr"
        className={cx(
          "relative cursor-grab touch-none overflow-hidden bg-sunken select-none active:cursor-grabbing",
          portrait === "avatar"
            ? "aspect-square w-64 max-w-full rounded-full"
            : "aspect-3/1 w-full rounded-lg",
        )}
      >
        <img
          src={image.src}
          alt=""
          draggable={false}
          className="pointer-events-none absolute max-w-none"
          style={{
            width: share(size.width, piece.width),
            height: share(size.height, piece.height),
            left: share(-piece.left, piece.width),
            top: share(-piece.top, piece.height),
          }}
        />
      </div>
      <p className="text-xs text-ink-muted">{t("profile.pictures.push")}</p>
      <Slider
        label={t("profile.pictures.zoom")}
        minValue={1}
        maxValue={mostZoom}
        step={0.01}
        value={crop.zoom}
        onChange={zoomTo}
        className="w-64 max-w-full"
      />
    </div>
  );
}
