import { useQuery } from "@tanstack/react-query";
import { KeyRound, Link2Off } from "lucide-react";
import { type FormEvent, useState } from "react";
import { limits } from "#contract/limits.ts";
import { useDraft } from "#web/lib/draft.ts";
import { errorText } from "#web/lib/error-text.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { fieldErrors } from "#web/lib/form-errors.ts";
import { leavePage } from "#web/lib/leave-page.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { createFirstAdmin, type FirstAdmin, readSetup, welcome } from "./auth.calls.ts";
import { Entrance } from "./entrance.tsx";
import { askedFields, missingNames } from "./person-fields.tsx";
import { passwordRefusal } from "./use-sending.ts";

/**
 * Creates the first super admin, by the one-time link that the server printed; refused with a message once there is
 * one.
 */
export function SetupScreen() {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const setup = useQuery({ queryKey: ["setup"], queryFn: readSetup, staleTime: 0 });
  return (
    <Entrance>
      {setup.isPending ? (
        <Skeleton className="h-80 w-full" />
      ) : setup.isError ? (
        <LoadFailure error={setup.error} onRetry={() => void setup.refetch()} />
      ) : !setup.data.needed ? (
        <Done />
      ) : (
        <SetupForm token={token} />
      )}
    </Entrance>
  );
}

function Done() {
  const t = useText();
  return (
    <EmptyState
      icon={KeyRound}
      title={t("auth.setup.done")}
      text={t("auth.setup.done_text")}
      action={
        <Link href="/login" look={{ variant: "primary", size: "lg" }}>
          {t("auth.setup.to_login")}
        </Link>
      }
    />
  );
}

const empty: FirstAdmin = { email: "", password: "", first_name: "", last_name: "" };

function SetupForm({ token }: { token: string }) {
  const t = useText();
  const settings = useSettings();
  const name = settings?.website_name ?? "Sitewalk";
  const { isMandatory } = askedFields(settings);
  const { values, errors, set, setErrors } = useDraft(empty);
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const lacking = {
      ...missingNames(values, settings, t),
      ...(values.email.trim() === "" && { email: t("auth.email_required") }),
      ...(values.password.length < limits.password.min && { password: t("auth.password_short") }),
    };
    setErrors(lacking);
    if (Object.keys(lacking).length > 0) return;
    setIsPending(true);
    setFailure(null);
    try {
      const { user } = await createFirstAdmin(token, { ...values, email: values.email.trim() });
      welcome(user);
      leavePage("/dashboard");
    } catch (error) {
      const refused = {
        ...fieldErrors<FirstAdmin>(error, ["email", "password", "first_name", "last_name"], t),
        ...passwordRefusal(error, t),
      };
      setErrors(refused);
      if (Object.keys(refused).length === 0) setFailure(error);
      setIsPending(false);
    }
  }

  if (token === "") {
    return (
      <EmptyState icon={Link2Off} title={t("auth.setup.no_token")} text={t("auth.setup.no_token_text")} />
    );
  }
  return (
    <>
      <h1 className="text-xl font-strong">{t("auth.setup.title", { name })}</h1>
      <p className="mt-1 text-ink-muted">{t("auth.setup.text")}</p>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 flex flex-col gap-4">
        {failure !== null && <Banner tone="bad">{errorText(failure, t)}</Banner>}
        <TextField
          label={t("auth.email")}
          type="email"
          autoComplete="username"
          dir="ltr"
          value={values.email}
          onChange={(value) => set("email", value)}
          error={errors.email}
          isRequired
          inputRef={focusOnMount}
        />
        <PasswordField
          label={t("auth.password")}
          hint={t("auth.password_hint")}
          autoComplete="new-password"
          value={values.password}
          onChange={(value) => set("password", value)}
          error={errors.password}
          isRequired
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t("auth.first_name")}
            autoComplete="given-name"
            maxLength={limits.name}
            value={values.first_name}
            onChange={(value) => set("first_name", value)}
            error={errors.first_name}
            isRequired={isMandatory("first_name")}
          />
          <TextField
            label={t("auth.last_name")}
            autoComplete="family-name"
            maxLength={limits.name}
            value={values.last_name}
            onChange={(value) => set("last_name", value)}
            error={errors.last_name}
            isRequired={isMandatory("last_name")}
          />
        </div>
        <Button type="submit" variant="primary" size="lg" isPending={isPending} className="mt-1">
          {t("auth.setup.submit")}
        </Button>
      </form>
    </>
  );
}
