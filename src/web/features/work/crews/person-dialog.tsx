import { useState } from "react";
import { crewLanguages } from "#contract/choices.ts";
import { crewLanguageLooks } from "#contract/crews.languages.ts";
import { crewLimits } from "#contract/crews.limits.ts";
import type { Crew, CrewLanguage, CrewPerson } from "#contract/crews.ts";
import { useDraft } from "#web/lib/draft.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useFormError } from "#web/lib/form-errors.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useCrewChanges } from "./crews.queries.ts";

interface PersonDialogProps {
  crew: Crew;
  /** Absent for a new one. */
  person?: CrewPerson;
  onClose: () => void;
}

const fields = ["name", "email", "phone", "language"] as const;

/** The recipient of a link, with address and language. */
export function PersonDialog({ crew, person, onClose }: PersonDialogProps) {
  const t = useText();
  const changes = useCrewChanges();
  const [base] = useState(() => ({
    name: person?.name ?? "",
    email: person?.email ?? "",
    phone: person?.phone ?? "",
    language: person?.language ?? lastLanguageOf(crew),
    digest: person?.digest ?? true,
  }));
  const draft = useDraft(base);
  const refusal = useFormError(draft, fields);
  const [isPending, setIsPending] = useState(false);
  const { name, language, digest } = draft.values;
  const save = async () => {
    setIsPending(true);
    refusal.clear();
    try {
      const { digest: _, ...values } = draft.values;
      if (person === undefined) await changes.addPerson(crew.id, values);
      else await changes.updatePerson(crew.id, person.id, draft.changes);
      showToast({
        tone: "ok",
        title: t(person ? "crews.screens.person.saved" : "crews.screens.person.added", { name }),
      });
      onClose();
    } catch (error) {
      refusal.show(error);
    }
    setIsPending(false);
  };
  const isAddressNew = person !== undefined && (draft.has("email") || draft.has("phone"));
  return (
    <FormDialog
      title={
        person ? t("crews.screens.person.edit_title", { name: person.name }) : t("crews.screens.person.add")
      }
      size="sm"
      confirmLabel={t(person ? "crews.screens.save" : "crews.screens.person.add")}
      onSubmit={() => void save()}
      onClose={onClose}
      isPending={isPending}
      isDisabled={person !== undefined && !draft.isChanged}
      isChanged={draft.isChanged}
      refusal={refusal.text}
    >
      <TextField
        label={t("crews.screens.fields.name")}
        {...draft.bind("name")}
        maxLength={crewLimits.person}
        isRequired
        inputRef={focusOnMount}
      />
      <TextField
        label={t("crews.screens.fields.email")}
        {...draft.bind("email")}
        type="email"
        dir="ltr"
        maxLength={crewLimits.email}
      />
      <TextField
        label={t("crews.screens.fields.phone")}
        {...draft.bind("phone")}
        type="tel"
        dir="ltr"
        hint={isAddressNew ? t("crews.screens.person.address_note") : t("crews.screens.fields.phone_hint")}
        maxLength={40}
      />
      <Select
        label={t("crews.screens.fields.language")}
        hint={t("crews.screens.fields.language_hint")}
        options={crewLanguages.map((value) => ({ value, label: crewLanguageLooks[value].name }))}
        value={language}
        onChange={(next) => draft.set("language", next)}
      />
      {person !== undefined && person.email !== null && (
        <Switch isSelected={digest} onChange={(isOn) => draft.set("digest", isOn)}>
          {t("crews.screens.fields.digest")}
        </Switch>
      )}
    </FormDialog>
  );
}

/** Most people of a crew speak the same language. */
const lastLanguageOf = ({ people }: Crew): CrewLanguage => people.at(-1)?.language ?? "en";
