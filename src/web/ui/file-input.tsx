import type { LucideIcon } from "lucide-react";
import { type DragEvent, type ReactNode, useId, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "./button.tsx";
import { cx } from "./classes.ts";

export interface FileInputProps {
  /** Label of the action: 'Add a picture'. */
  label: string;
  icon: LucideIcon;
  /** Types that the picker offers, as in HTML: `image/png,image/webp`. */
  accept?: string;
  /** Maximum size of a file in megabytes; 10 by default. */
  maxMegabytes?: number;
  isMultiple?: boolean;
  isPending?: boolean;
  isDisabled?: boolean;
  /** Called with files that are all within the limit; one that is not empties the field and shows an error. */
  onFiles: (files: File[]) => void;
  className?: string;
}

/** A button that picks files of any kind. Files that are too large are refused at once, not after the upload. */
export function FileInput({
  label,
  icon,
  accept,
  maxMegabytes = limits.upload.fileMegabytes,
  isMultiple = false,
  isPending = false,
  isDisabled = false,
  onFiles,
  className,
}: FileInputProps) {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isTooHeavy, setIsTooHeavy] = useState(false);
  return (
    <span className={cx("inline-flex flex-col items-start gap-1.5", className)}>
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        aria-hidden
        multiple={isMultiple}
        disabled={isDisabled}
        className="sr-only"
        {...(accept !== undefined && { accept })}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Emptied, so that the same file can be selected again.
          target.value = "";
          const isOver = files.some(({ size }) => size > maxMegabytes * 1024 * 1024);
          setIsTooHeavy(isOver);
          if (!isOver && files.length > 0) onFiles(files);
        }}
      />
      <Button
        icon={icon}
        isPending={isPending}
        isDisabled={isDisabled}
        onPress={() => input.current?.click()}
      >
        {label}
      </Button>
      <span id={id} role="alert" className="text-xs text-bad-text empty:hidden">
        {isTooHeavy && t("common.drop.heavy", { n: maxMegabytes })}
      </span>
    </span>
  );
}

/** Like `FileInput`, for one picture, which can be dropped anywhere on the surrounding content; other files are ignored. */
export function ImageUpload({
  children,
  className,
  maxMegabytes = limits.upload.imageMegabytes,
  onImage,
  ...props
}: Omit<FileInputProps, "isMultiple" | "onFiles"> & {
  children?: ReactNode;
  onImage: (image: File) => void;
}) {
  const t = useText();
  const [isOver, setIsOver] = useState(false);
  const [isTooHeavy, setIsTooHeavy] = useState(false);

  function take(image: File): void {
    const heavy = image.size > maxMegabytes * 1024 * 1024;
    setIsTooHeavy(heavy);
    if (!heavy) onImage(image);
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    const image = [...event.dataTransfer.files].find(({ type }) => type.startsWith("image/"));
    if (image !== undefined && props.isDisabled !== true && props.isPending !== true) take(image);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dragging is a second way; the button is the first
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={cx(
        "flex flex-wrap items-center gap-3 rounded-md outline-offset-4",
        isOver && "bg-accent-soft outline-2 outline-accent-text outline-dashed",
        className,
      )}
    >
      {children}
      <FileInput
        {...props}
        maxMegabytes={maxMegabytes}
        onFiles={([image]) => {
          setIsTooHeavy(false);
          if (image !== undefined) onImage(image);
        }}
      />
      <span role="alert" className="basis-full text-xs text-bad-text empty:hidden">
        {isTooHeavy && t("common.drop.heavy", { n: maxMegabytes })}
      </span>
    </div>
  );
}
