import { type FormEvent, useRef, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainField } from "#web/ui/plain/plain-field.tsx";
import { Heading } from "../heading.tsx";
import { tokenIn } from "../mail-token.ts";
import { Resend } from "./resend.tsx";

export function PasteToken({ onToken }: { onToken: (token: string) => void }) {
  const t = useText();
  const [text, setText] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const token = tokenIn(text);
    setIsWrong(token === undefined);
    if (token === undefined) input.current?.focus();
    else onToken(token);
  }

  return (
    <>
      <Heading title={t("auth.activate.title")}>{t("auth.activate.paste_text")}</Heading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <PlainField
          label={t("auth.activate.paste")}
          name="token"
          autoComplete="off"
          autoCapitalize="none"
          dir="ltr"
          value={text}
          onChange={(value) => {
            setText(value);
            setIsWrong(false);
          }}
          error={isWrong ? t("auth.activate.paste_invalid") : undefined}
          isRequired
          inputRef={input}
          isFirst
        />
        <PlainButton type="submit" variant="primary" size="lg">
          {t("auth.activate.paste_submit")}
        </PlainButton>
      </form>
      <Resend />
    </>
  );
}
