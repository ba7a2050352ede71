import { useState } from "react";
import { TextField } from "#web/ui/text-field.tsx";
import { type Figure, readFigure } from "./figure.ts";

export interface FigureFieldProps {
  label: string;
  hint?: string;
  error: string | undefined;
  value: Figure;
  onChange: (value: Figure) => void;
  /** Selects the numeric keyboard on phones. */
  isWhole?: boolean;
  isDisabled?: boolean;
}

/**
 * A text field for a number that accepts any input: nothing is clamped or dropped, so that invalid input stays visible
 * beside its error.
 */
export function FigureField({
  value,
  onChange,
  isWhole = false,
  isDisabled = false,
  ...texts
}: FigureFieldProps) {
  const [text, setText] = useState(String(value));
  // The value was changed from outside: by the map, by another user, or by discarding edits.
  if (!Object.is(readFigure(text), value)) setText(String(value));
  return (
    <TextField
      {...texts}
      value={text}
      onChange={(next) => {
        setText(next);
        onChange(readFigure(next));
      }}
      inputMode={isWhole ? "numeric" : "decimal"}
      autoComplete="off"
      dir="ltr"
      isDisabled={isDisabled}
    />
  );
}
