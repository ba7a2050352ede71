import { Plus } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { type NameKind, useAddName } from "./categories.queries.ts";
import { kindTexts } from "./texts.ts";

/** Enter adds the name, and the field is ready for the next one. Rejected input stays in it. */
export function AddName({ kind }: { kind: NameKind }) {
  const t = useText();
  const add = useAddName(kind);
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const texts = kindTexts[kind];
  const isMissing = isChecked && name.trim() === "";
  const error = isMissing
    ? t(texts.required)
    : add.error === null
      ? undefined
      : (fieldError(add.error, "name", t) ?? errorText(add.error, t));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (add.isPending) return;
    setIsChecked(true);
    input.current?.focus();
    if (name.trim() === "") return;
    add.mutate(name.trim(), {
      onSuccess: (made) => {
        showToast({ tone: "ok", title: t("categories.added", { name: made.name }) });
        setName("");
        setIsChecked(false);
      },
    });
  }

  return (
    <form noValidate onSubmit={submit} className="flex items-start gap-2">
      <TextField
        label={t(texts.add)}
        value={name}
        onChange={(next) => {
          setName(next);
          setIsChecked(false);
          if (add.isError) add.reset();
        }}
        placeholder={t(texts.placeholder)}
        maxLength={limits.name}
        error={error}
        inputRef={input}
        className="min-w-0 flex-1"
      />
      <Button type="submit" icon={Plus} isPending={add.isPending} className="mt-6.5 rtl:mt-7.5">
        {t("categories.add")}
      </Button>
    </form>
  );
}
