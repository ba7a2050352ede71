import { limits } from "#contract/limits.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useText } from "#web/lib/use-text.ts";
import { ChangedMark } from "#web/ui/changed-mark.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { statuses } from "../project-status.tsx";
import { CategoryField } from "./category-field.tsx";
import { type BasicFieldsProps, isMarked } from "./field-group.ts";
import { TypeSelect } from "./type-select.tsx";

/** Name and description of a project. */
export function BasicFields(props: BasicFieldsProps) {
  const t = useText();
  const { draft, isNew = false, isDisabled = false, known } = props;
  const { values, errors, set } = draft;
  return (
    <div className="flex flex-col gap-5">
      <ChangedMark isChanged={isMarked(props, "name")}>
        <TextField
          label={t("projects.name")}
          value={values.name}
          onChange={(value) => set("name", value)}
          error={errors.name}
          maxLength={limits.name}
          isDisabled={isDisabled}
          isRequired
          {...(isNew && { inputRef: focusOnMount })}
        />
      </ChangedMark>
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <ChangedMark isChanged={isMarked(props, "status")}>
          <Select
            label={t("projects.status")}
            options={statuses.map((status) => ({ value: status, label: t(`projects.statuses.${status}`) }))}
            value={values.status}
            onChange={(status) => set("status", status)}
            error={errors.status}
            isDisabled={isDisabled}
          />
        </ChangedMark>
        <ChangedMark isChanged={isMarked(props, "id_type")}>
          <TypeSelect
            value={values.id_type}
            onChange={(id) => set("id_type", id)}
            error={errors.id_type}
            isDisabled={isDisabled}
          />
        </ChangedMark>
      </div>
      <ChangedMark isChanged={isMarked(props, "category_ids")}>
        <CategoryField
          value={values.category_ids}
          onChange={(ids) => set("category_ids", ids)}
          error={errors.category_ids}
          isDisabled={isDisabled}
          {...(known && { known })}
        />
      </ChangedMark>
      <ChangedMark isChanged={isMarked(props, "description")}>
        <TextArea
          label={t("projects.description")}
          value={values.description}
          onChange={(value) => set("description", value)}
          error={errors.description}
          maxLength={limits.description}
          isDisabled={isDisabled}
          rows={3}
          hasCounter
        />
      </ChangedMark>
    </div>
  );
}
