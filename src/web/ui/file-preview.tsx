import { useEffect, useRef } from "react";
import { cx } from "./classes.ts";

/** A picture that was selected and not uploaded yet. */
export function FilePreview({ file, className }: { file: File; className: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    image.current?.setAttribute("src", address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return (
    <span className={cx("block shrink-0 overflow-hidden bg-press", className)}>
      <img ref={image} alt={file.name} className="size-full object-cover" />
    </span>
  );
}
