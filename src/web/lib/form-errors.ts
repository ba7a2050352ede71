import { useState } from "react";
import type { Draft, FieldRefusals } from "./draft.ts";
import { errorText, fieldError } from "./error-text.ts";
import { type Translate, useText } from "./use-text.ts";

/** The server's refusals that a form shows at its fields, under the names that it sent. */
export function fieldErrors<T extends object>(
  error: unknown,
  fields: readonly (keyof T & string)[],
  t: Translate,
): FieldRefusals<T> {
  const found = fields.map((field) => [field, fieldError(error, field, t)] as const);
  return Object.fromEntries(found.filter(([, text]) => text !== undefined)) as FieldRefusals<T>;
}

/** Why a form was refused: refusals of a field are shown at the field, anything else is `text`. */
export function useFormError<T extends object>(
  draft: Pick<Draft<T>, "setErrors">,
  fields: readonly (keyof T & string)[],
) {
  const t = useText();
  const [text, setText] = useState<string | null>(null);
  return {
    text,
    clear: () => setText(null),
    /** Returns whether it concerns fields. */
    show(error: unknown): boolean {
      const atFields = fieldErrors<T>(error, fields, t);
      draft.setErrors(atFields);
      const isAtField = Object.keys(atFields).length > 0;
      if (!isAtField) setText(errorText(error, t));
      return isAtField;
    },
  };
}
