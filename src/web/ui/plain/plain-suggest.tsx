import { useId } from "react";
import { PlainField, type PlainFieldProps } from "./plain-field.tsx";

/** A text field for which the browser suggests earlier values. */
export function PlainSuggest({
  suggestions,
  ...props
}: PlainFieldProps & { suggestions: readonly string[] }) {
  const id = useId();
  return (
    <>
      <PlainField autoComplete="off" {...props} list={id} />
      <datalist id={id}>
        {suggestions.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
    </>
  );
}
