import { DateField } from "./date-field.tsx";
import type { FieldKit } from "./field-kit.ts";
import { FileDrop } from "./file-drop.tsx";
import { Select } from "./select.tsx";
import { SuggestField } from "./suggest-field.tsx";
import { TextArea } from "./text-area.tsx";
import { TextField } from "./text-field.tsx";

/** The kit's own controls for forms that are shown with both layers. */
export const kit: FieldKit = {
  // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first thing to say in a dialog that was asked for
  Text: ({ isFirst = false, ...props }) => <TextField autoFocus={isFirst} {...props} />,
  Area: TextArea,
  Select,
  Suggest: SuggestField,
  Day: DateField,
  Files: FileDrop,
};
