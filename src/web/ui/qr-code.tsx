import { useEffect, useState } from "react";
import { cx } from "./classes.ts";
import { Skeleton } from "./skeleton.tsx";

export interface QrCodeProps {
  text: string;
  /** What it is, read out. */
  label: string;
  className?: string;
}

interface Drawing {
  /** Modules along one side, without the quiet zone. */
  size: number;
  path: string;
}

/** Modules of white around the code, as its standard asks. */
const quiet = 4;

/** Dark on white in every theme, since half the apps cannot read it the other way round. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    let isWanted = true;
    void draw(text).then((drawn) => isWanted && setDrawing(drawn));
    return () => {
      isWanted = false;
    };
  }, [text]);
  if (drawing === null) return <Skeleton className={className ?? ""} />;
  const side = drawing.size + 2 * quiet;
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, there is no file to show
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
      className={cx("shrink-0 rounded-md bg-white text-black ring-1 ring-line", className)}
    >
      <path d={drawing.path} fill="currentColor" />
    </svg>
  );
}

async function draw(text: string): Promise<Drawing> {
  const { create } = await import("qrcode");
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  const dark = [...data.keys()].filter((index) => data[index] === 1);
  return { size, path: dark.map((index) => `M${index % size} ${Math.floor(index / size)}h1v1h-1z`).join("") };
}
