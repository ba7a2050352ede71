import { useState } from "react";
import { TextField } from "#web/ui/text-field.tsx";
import { type Figure, readFigure } from "./figure.ts";

export interface FigureFieldProps {
  label: string;
  hint?: string;
  error: string | undefined;
  value: Figure;
  onChange: (value: Figure) => void;
  /** Of the keyboard on phones. */
  isWhole?: boolean;
  isDisabled?: boolean;
}

/**
 * A line for a figure that takes whatever is typed: nothing is clamped or thrown away, so that what does not fit can
 * be seen beside the words that say so.
 */
export function FigureField({
  value,
  onChange,
  isWhole = false,
  isDisabled = false,
  ...texts
}: FigureFieldProps) {
  const [text, setText] = useState(String(value));
  // Another figure has come from outside: from the map, from somebody else, or the edits were given up.
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
