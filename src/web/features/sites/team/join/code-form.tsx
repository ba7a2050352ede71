import { useState } from "react";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useLanguage } from "#web/lib/language.ts";
import { localeOf } from "#web/lib/locale.ts";
import { durationText, secondsToWait, useCountdown } from "#web/lib/use-countdown.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useFindProject } from "../own.queries.ts";
import { projectCodeIn } from "./project-code.ts";

export interface CodeFormProps {
  typed: string;
  onType: (typed: string) => void;
  /** Called with the code of an existing project. */
  onFound: (code: string) => void;
  onCancel: () => void;
}

/** Asks for the code. The refusal, with any required wait, is shown at the field; the input stays. */
export function CodeForm({ typed, onType, onFound, onCancel }: CodeFormProps) {
  const t = useText();
  const locale = localeOf(useLanguage());
  const find = useFindProject();
  const wait = useCountdown();
  const [refusal, setRefusal] = useState<string | undefined>();
  const isWaiting = wait.left > 0;

  async function submit(): Promise<void> {
    const code = projectCodeIn(typed);
    if (code === "") return setRefusal(t("team.code_required"));
    setRefusal(undefined);
    try {
      await find.mutateAsync(code);
      onFound(code);
    } catch (error) {
      wait.begin(secondsToWait(error));
      // A malformed code gets the same message as an unknown one.
      const isNoCode = fieldError(error, "project_code", t) !== undefined;
      setRefusal(isNoCode ? t("errors.code.JOIN_CODE_UNKNOWN") : errorText(error, t));
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!find.isPending && !isWaiting) void submit();
      }}
    >
      <TextField
        label={t("team.join.code")}
        hint={t("team.join.code_hint")}
        value={typed}
        onChange={(next) => {
          onType(next);
          setRefusal(undefined);
        }}
        error={isWaiting ? t("team.join.too_often", { time: durationText(wait.left, locale) }) : refusal}
        dir="ltr"
        autoComplete="off"
        spellCheck="false"
        isRequired
        inputRef={focusOnMount}
      />
      <div className="flex justify-end gap-2 max-md:*:flex-1">
        <Button onPress={onCancel}>{t("common.cancel")}</Button>
        <Button type="submit" variant="primary" isPending={find.isPending} isDisabled={isWaiting}>
          {t("team.join.check")}
        </Button>
      </div>
    </form>
  );
}
