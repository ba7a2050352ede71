import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { NumberField } from "#web/ui/number-field.tsx";

export const planTypes = {
  "application/pdf": [".pdf"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/png": [".png"],
  "image/webp": [".webp"],
};

export interface PlanFileFieldProps {
  file: File | null;
  /** Of a PDF, from 1. */
  page: number;
  onFile: (file: File | undefined, problem: string | undefined) => void;
  onPage: (page: number) => void;
  error?: string | undefined;
  pageError?: string | undefined;
  isDisabled: boolean;
}

/** The file of a floor plan, and its page when it has several. */
export function PlanFileField({
  file,
  page,
  onFile,
  onPage,
  error,
  pageError,
  isDisabled,
}: PlanFileFieldProps) {
  const t = useText();
  return (
    <>
      <FileDrop
        label={t("sheets.file")}
        hint={t("sheets.file_hint", { megabytes: limits.sheet.megabytes })}
        accept={planTypes}
        maxBytes={limits.sheet.bytes}
        isMultiple={false}
        error={error}
        isDisabled={isDisabled}
        onFiles={([picked], [refused]) => onFile(picked, refused?.reasons.join(" "))}
      />
      {file !== null && (
        <span className="own-direction -mt-3 truncate text-sm text-ink-muted">{file.name}</span>
      )}
      {file !== null && isPdf(file) && (
        <NumberField
          label={t("sheets.page")}
          hint={t("sheets.page_hint")}
          value={page}
          minValue={1}
          maxValue={limits.sheet.pages}
          onChange={(value) => onPage(Number.isNaN(value) ? 1 : value)}
          error={pageError}
          isDisabled={isDisabled}
          className="w-40"
        />
      )}
    </>
  );
}

const isPdf = ({ name, type }: File) => type === "application/pdf" || /\.pdf$/i.test(name);
