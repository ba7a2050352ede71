import { useText } from "#web/lib/use-text.ts";
import { Select } from "#web/ui/select.tsx";
import { useProjectTypes } from "../projects.queries.ts";

export interface TypeSelectProps {
  value: number | null;
  onChange: (id: number | null) => void;
  error: string | undefined;
  isDisabled: boolean;
}

const none = "none";

/** The type of a project, or none. */
export function TypeSelect({ value, onChange, error, isDisabled }: TypeSelectProps) {
  const t = useText();
  const types = useProjectTypes();
  const problem = error ?? (types.isError ? t("projects.types_failed") : undefined);
  return (
    <Select
      label={t("projects.type")}
      options={[
        { value: none, label: t("projects.no_type") },
        ...(types.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      // Until the names are loaded there is none to show for a type that is set.
      value={value === null ? none : types.data === undefined ? null : String(value)}
      placeholder="…"
      onChange={(id) => onChange(id === none ? null : Number(id))}
      isDisabled={isDisabled || types.data === undefined}
      error={problem}
    />
  );
}
