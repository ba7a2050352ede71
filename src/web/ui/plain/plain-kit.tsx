import type { FieldKit } from "../field-kit.ts";
import { PlainArea } from "./plain-area.tsx";
import { PlainDay } from "./plain-day.tsx";
import { PlainField } from "./plain-field.tsx";
import { PlainFiles } from "./plain-files.tsx";
import { PlainSelect } from "./plain-select.tsx";
import { PlainSuggest } from "./plain-suggest.tsx";

/** The light layer's controls for forms that are shown with both layers. */
export const plainKit: FieldKit = {
  // The form's container focuses the element with `data-first`.
  Text: ({ isFirst, ...props }) => <PlainField autoComplete="off" data-first={isFirst} {...props} />,
  Area: PlainArea,
  Select: PlainSelect,
  Suggest: PlainSuggest,
  Day: PlainDay,
  Files: (props) => <PlainFiles isMultiple {...props} />,
};
