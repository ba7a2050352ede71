import { ImageUp, type LucideIcon } from "lucide-react";
import { useId } from "react";
import { type Accept, ErrorCode, type FileRejection, useDropzone } from "react-dropzone";
import { useFormat } from "#web/lib/format.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface RefusedFile {
  file: File;
  /** One sentence each, in the reader's language. */
  reasons: string[];
}

export interface FileDropProps {
  label: string;
  /** Accepted files: 'JPEG, 2:1, up to 20 MB each'. */
  hint?: string;
  /** For files that are not pictures. */
  icon?: LucideIcon;
  error?: string | undefined;
  isRequired?: boolean;
  /** Media types with their extensions: `{ "image/jpeg": [".jpg", ".jpeg"] }`. */
  accept?: Accept;
  isMultiple?: boolean;
  maxBytes?: number;
  minBytes?: number;
  onFiles: (files: File[], refused: RefusedFile[]) => void;
  /** Called when the picker was closed without a selection; detected 300 ms after the page regains focus. */
  onCancel?: () => void;
  isDisabled?: boolean;
  className?: string;
}

/**
 * Files by drag, by picker or by keyboard. It checks type and size of each file; the maximum number is left to the
 * form, which alone knows how to handle the excess.
 */
export function FileDrop({
  label,
  hint,
  icon = ImageUp,
  error,
  isRequired = false,
  accept,
  isMultiple = true,
  maxBytes,
  minBytes,
  onFiles,
  onCancel,
  isDisabled = false,
  className,
}: FileDropProps) {
  const t = useText();
  const format = useFormat();
  const id = useId();
  const endings = Object.values(accept ?? {}).flat();
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    multiple: isMultiple,
    disabled: isDisabled,
    noKeyboard: true,
    onDrop: (files, rejections) =>
      onFiles(
        files,
        rejections.map((rejection) => refuse(rejection)),
      ),
    ...(onCancel && { onFileDialogCancel: onCancel }),
    ...(accept && { accept }),
    ...(maxBytes !== undefined && { maxSize: maxBytes }),
    ...(minBytes !== undefined && { minSize: minBytes }),
  });

  function refuse({ file, errors }: FileRejection): RefusedFile {
    const limits = { types: format.list(endings), max: maxBytes ?? 0, min: minBytes ?? 0 };
    return { file, reasons: errors.map(({ code, message }) => reason(t, code, message, limits)) };
  }

  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      <span id={`${id}label`} className="text-sm font-strong">
        {label}
        {isRequired && (
          <span aria-hidden className="ms-0.5 text-bad-text">
            *
          </span>
        )}
      </span>
      <div
        {...getRootProps({ role: "presentation" })}
        className={cx(
          "flex min-h-32 cursor-default flex-col items-center justify-center gap-1 rounded-lg border border-dashed p-5 text-center transition-colors",
          isDragActive ? "border-accent-text bg-accent-soft" : "border-line-strong hover:bg-hover",
          error !== undefined && "border-bad",
          isDisabled && "pointer-events-none opacity-50",
        )}
      >
        <input {...getInputProps({ "aria-labelledby": `${id}label` })} />
        <Icon of={icon} size="lg" className="mb-1 text-ink-muted" />
        {isDragActive ? (
          <span className="font-strong text-accent-text">{t("common.drop.release")}</span>
        ) : (
          <span>
            {/* Its click, by mouse or by key, bubbles to the zone, which opens the picker. */}
            <button
              type="button"
              id={`${id}action`}
              aria-labelledby={`${id}action ${id}label`}
              aria-describedby={`${id}notes`}
              disabled={isDisabled}
              className="hit-area rounded-sm font-strong text-accent-text"
            >
              {t(isMultiple ? "common.drop.choose" : "common.drop.choose_one")}
            </button>{" "}
            <span className="text-ink-muted">
              {t(isMultiple ? "common.drop.hint" : "common.drop.hint_one")}
            </span>
          </span>
        )}
        {hint !== undefined && <span className="text-xs text-ink-muted">{hint}</span>}
      </div>
      <span id={`${id}notes`} role="alert" className="text-xs text-bad-text empty:hidden">
        {error}
      </span>
    </div>
  );
}

function reason(
  t: Translate,
  code: string,
  message: string,
  limits: { types: string; max: number; min: number },
): string {
  switch (code as ErrorCode) {
    case ErrorCode.FileInvalidType:
      return t("common.drop.wrong_type", { types: limits.types });
    case ErrorCode.FileTooLarge:
      return t("common.drop.too_large", { n: limits.max });
    case ErrorCode.FileTooSmall:
      return t("common.drop.too_small", { n: limits.min });
    case ErrorCode.TooManyFiles:
      return t("common.drop.too_many");
    default:
      return message;
  }
}
