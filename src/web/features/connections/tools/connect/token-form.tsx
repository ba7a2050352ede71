import { type ReactNode, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Tool } from "#contract/tools.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useConnect } from "../tools.changes.ts";

interface TokenFormProps {
  tool: Tool;
  /** Whether the app's key is entered with the token. */
  needsKey: boolean;
  /** There is no other way to connect. */
  isMain: boolean;
  /** Link to the page that issues tokens. */
  help: ReactNode;
}

/** A personal token. It is sent to the server and nowhere else; a refused one stays in the field. */
export function TokenForm({ tool, needsKey, isMain, help }: TokenFormProps) {
  const t = useText();
  const connect = useConnect(tool);
  const [token, setToken] = useState("");
  const [key, setKey] = useState("");
  const [problems, setProblems] = useState<{ token?: string | undefined; key?: string | undefined }>({});

  async function submit(): Promise<void> {
    if (connect.isPending) return;
    if (token.trim() === "") return setProblems({ token: t("tools.token_required") });
    setProblems({});
    try {
      await connect.mutateAsync({
        token: token.trim(),
        ...(needsKey && key.trim() !== "" && { key: key.trim() }),
      });
    } catch (error) {
      const byField = { token: fieldError(error, "token", t), key: fieldError(error, "key", t) };
      const isNamed = byField.token !== undefined || byField.key !== undefined;
      setProblems(isNamed ? byField : { token: errorText(error, t) });
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {needsKey && (
        <TextField
          label={t("tools.connect.key")}
          hint={t("tools.connect.key_hint")}
          value={key}
          onChange={setKey}
          error={problems.key}
          maxLength={limits.tools.token}
          autoComplete="off"
          dir="ltr"
        />
      )}
      <PasswordField
        label={t("tools.connect.token")}
        hint={t("tools.connect.token_hint")}
        value={token}
        onChange={setToken}
        error={problems.token}
        maxLength={limits.tools.token}
        autoComplete="off"
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        {help}
        <Button
          type="submit"
          variant={isMain ? "primary" : "secondary"}
          isPending={connect.isPending}
          className="ms-auto"
        >
          {t("tools.connect.submit")}
        </Button>
      </div>
    </form>
  );
}
