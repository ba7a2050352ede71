import { useEffect, useState } from "react";
import { drawQr, type QrDrawing, quietZone } from "#web/lib/qr-drawing.ts";
import { cx } from "./classes.ts";
import { Skeleton } from "./skeleton.tsx";

export interface QrCodeProps {
  text: string;
  /** Accessible name. */
  label: string;
  className?: string;
}

/** Dark on white in every theme, since half the apps cannot read an inverted code. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const [drawing, setDrawing] = useState<QrDrawing | null>(null);
  useEffect(() => {
    let isWanted = true;
    void drawQr(text).then((drawn) => isWanted && setDrawing(drawn));
    return () => {
      isWanted = false;
    };
  }, [text]);
  if (drawing === null) return <Skeleton className={className ?? ""} />;
  const side = drawing.size + 2 * quietZone;
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, there is no file to show
      role="img"
      aria-label={label}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      shapeRendering="crispEdges"
      className={cx("shrink-0 rounded-md bg-white text-black ring-1 ring-line", className)}
    >
      <path d={drawing.path} fill="currentColor" />
    </svg>
  );
}
