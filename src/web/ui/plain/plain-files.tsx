import { ImageUp } from "lucide-react";
import { useId } from "react";
import { languageOfPage, localeOf } from "#web/lib/locale.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { cx } from "../classes.ts";
import { FilePreview } from "../file-preview.tsx";
import { Icon } from "../icon.tsx";

export interface PlainFilesProps {
  label: string;
  /** Accepted files: 'JPEG, PNG or WebP, up to 20 MB each'. */
  hint?: string;
  error?: string | undefined;
  /** Media types with their extensions: `{ "image/jpeg": [".jpg", ".jpeg"] }`. */
  accept: Readonly<Record<string, readonly string[]>>;
  isMultiple?: boolean;
  maxBytes: number;
  /** The selected file of a single-file field. */
  chosen?: File | undefined;
  /** Called with the valid files, and the others with a sentence for each reason. */
  onFiles: (files: File[], refused: { file: File; reasons: string[] }[]) => void;
}

/** A button that opens the browser's file picker; on touch devices the camera is among the sources. */
export function PlainFiles({
  label,
  hint,
  error,
  accept,
  isMultiple = false,
  maxBytes,
  chosen,
  onFiles,
}: PlainFilesProps) {
  const t = useText();
  const id = useId();
  const take = (files: readonly File[]) => {
    const judged = files.map((file) => ({ file, reasons: reasonsAgainst(t, file, accept, maxBytes) }));
    onFiles(
      judged.filter(({ reasons }) => reasons.length === 0).map(({ file }) => file),
      judged.filter(({ reasons }) => reasons.length > 0),
    );
  };
  return (
    <div className="flex flex-col gap-1.5">
      <span id={`${id}label`} className="text-sm font-strong">
        {label}
      </span>
      <label
        className={cx(
          "relative flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-dashed px-3.5 py-1.5 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text",
          error === undefined ? "border-line-strong" : "border-bad",
        )}
      >
        {chosen?.type.startsWith("image/") === true ? (
          <FilePreview file={chosen} className="h-10.5 w-14 rounded-sm" />
        ) : (
          <Icon of={ImageUp} className="text-ink-muted" />
        )}
        <span id={`${id}action`} className="own-direction truncate">
          {chosen?.name ?? t(isMultiple ? "common.drop.choose" : "common.drop.choose_one")}
        </span>
        <input
          type="file"
          accept={Object.keys(accept).join(",")}
          multiple={isMultiple}
          aria-labelledby={`${id}action ${id}label`}
          aria-describedby={`${id}notes`}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // The same file can be selected again after it was removed.
            currentTarget.value = "";
            if (files.length > 0) take(files);
          }}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
      {hint !== undefined && <span className="text-xs text-ink-muted">{hint}</span>}
      <span id={`${id}notes`} role="alert" className="text-xs text-bad-text empty:hidden">
        {error}
      </span>
    </div>
  );
}

function reasonsAgainst(
  t: Translate,
  file: File,
  accept: PlainFilesProps["accept"],
  maxBytes: number,
): string[] {
  const locale = localeOf(languageOfPage());
  const types = new Intl.ListFormat(locale).format(Object.values(accept).flat());
  const isKnown = Object.hasOwn(accept, file.type);
  return [
    ...(isKnown ? [] : [t("common.drop.wrong_type", { types })]),
    ...(file.size > maxBytes ? [t("common.drop.heavy", { n: Math.round(maxBytes / 1_048_576) })] : []),
  ];
}
