import { PlainField, type PlainFieldProps } from "./plain-field.tsx";

export interface PlainDateTimeProps
  extends Pick<PlainFieldProps, "label" | "hint" | "error" | "isRequired" | "isFirst" | "inputRef"> {
  /** An instant, ISO 8601; null while there is none. Shown in the reader's time zone. */
  value: string | null;
  onChange: (instant: string | null) => void;
}

/** Date and time of day in the device's native field, typed or picked. */
export function PlainDateTime({ value, onChange, ...props }: PlainDateTimeProps) {
  return (
    <PlainField
      {...props}
      type="datetime-local"
      value={localMinute(value)}
      onChange={(text) => {
        const date = new Date(text);
        onChange(Number.isNaN(date.getTime()) ? null : date.toISOString());
      }}
    />
  );
}

/** The value format of the field: the reader's local time, without a zone. */
function localMinute(instant: string | null): string {
  if (instant === null) return "";
  const date = new Date(instant);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
