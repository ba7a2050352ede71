import type { ReactNode } from "react";

interface Field<V> {
  readonly label: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly error?: string | undefined;
}

/** The controls of a form that is shown with both layers of the kit; each layer provides its own. */
export interface FieldKit {
  readonly Text: (
    props: Field<string> & {
      readonly placeholder?: string;
      readonly maxLength: number;
      readonly isRequired?: boolean;
      /** Receives focus when the form opens. */
      readonly isFirst?: boolean;
    },
  ) => ReactNode;
  readonly Area: (props: Field<string> & { readonly rows: number; readonly maxLength: number }) => ReactNode;
  readonly Select: (
    props: Field<string> & {
      readonly options: readonly { readonly value: string; readonly label: string }[];
    },
  ) => ReactNode;
  readonly Suggest: (
    props: Field<string> & { readonly suggestions: readonly string[]; readonly maxLength: number },
  ) => ReactNode;
  /** A calendar day, `2026-11-21`. */
  readonly Day: (props: Field<string | null>) => ReactNode;
  /** Several files; `accept` maps media types to their extensions. */
  readonly Files: (props: {
    readonly label: string;
    readonly hint: string;
    readonly error?: string | undefined;
    readonly accept: Readonly<Record<string, string[]>>;
    readonly maxBytes: number;
    readonly onFiles: (files: File[], refused: readonly { readonly reasons: string[] }[]) => void;
  }) => ReactNode;
}
