import { useRouter } from "@tanstack/react-router";
import { type FormEvent, useMemo, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { ApiError } from "#web/lib/client.ts";
import { useDraft } from "#web/lib/draft.ts";
import { fieldError } from "#web/lib/error-text.ts";
import { focusFirstError } from "#web/lib/focus-first-error.ts";
import { fieldErrors } from "#web/lib/form-errors.ts";
import { session, useSettings, useSignedInUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { takeRedirect } from "#web/shell/after-login.ts";
import { LeaveGuard } from "#web/shell/leave-guard.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { saveAccount, saveFailure } from "../account.ts";
import { checkDetails, type Details, detailFields, detailsOf } from "./detail-fields.ts";
import { DetailsForm } from "./details-form.tsx";

/** Names, addresses and contact data. Only changed fields are sent. */
export function DetailsSection() {
  const t = useText();
  const user = useSignedInUser();
  const settings = useSettings();
  const router = useRouter();
  const base = useMemo(() => detailsOf(user), [user]);
  const draft = useDraft(base);
  const form = useRef<HTMLFormElement>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [awaited, setAwaited] = useState<string | null>(null);
  const [password, setPassword] = useState("");
  const [passwordError, setPasswordError] = useState<string>();
  if (settings === null) return null;
  const needsPassword = draft.has("email") && user.has_password;

  function show(errors: Partial<Record<keyof Details, string>>, ofPassword?: string): boolean {
    draft.setErrors(errors);
    setPasswordError(ofPassword);
    const isAny = Object.keys(errors).length > 0 || ofPassword !== undefined;
    if (isAny) focusFirstError(form);
    return isAny;
  }

  async function save(): Promise<void> {
    if (settings === null) return;
    setRefusal(null);
    const missing = needsPassword && password === "" ? t("auth.password_required") : undefined;
    if (show(checkDetails(draft.values, settings, t), missing)) return;
    setIsSaving(true);
    const wasIncomplete = user.missing_fields.length > 0;
    try {
      const proof = needsPassword ? { current_password: password } : {};
      const saved = await saveAccount({ ...draft.changes, ...proof });
      const asked = draft.changes.email?.trim();
      setAwaited(asked !== undefined && asked !== saved.email ? asked : null);
      draft.clear();
      setPassword("");
      showToast({ tone: "ok", title: t("profile.saved") }, limits.toast.form);
      // The user was held here to fill in required fields; now they continue to the page they requested.
      if (wasIncomplete && session.user()?.missing_fields.length === 0)
        router.history.push(takeRedirect(), undefined, { ignoreBlocker: true });
    } catch (error) {
      const ofPassword =
        error instanceof ApiError && error.code === "PASSWORD_WRONG"
          ? t("errors.code.PASSWORD_WRONG")
          : fieldError(error, "current_password", t);
      if (!show(fieldErrors<Details>(error, detailFields, t), ofPassword)) setRefusal(saveFailure(error, t));
    } finally {
      setIsSaving(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (draft.isChanged && !isSaving) void save();
  }

  return (
    <>
      {refusal !== null && (
        <Banner tone="bad" className="mb-5">
          {refusal}
        </Banner>
      )}
      {awaited !== null && (
        <Banner tone="info" className="mb-5" onClose={() => setAwaited(null)}>
          {t("profile.email_awaited", { email: awaited })}
        </Banner>
      )}
      <form ref={form} noValidate onSubmit={submit}>
        <fieldset disabled={user.is_demo} className="contents">
          <DetailsForm
            draft={draft}
            settings={settings}
            proof={
              needsPassword
                ? {
                    value: password,
                    error: passwordError,
                    onChange: (value) => {
                      setPassword(value);
                      setPasswordError(undefined);
                    },
                  }
                : null
            }
          />
        </fieldset>
        <SaveBar
          count={Object.keys(draft.changes).length}
          isSaving={isSaving}
          onDiscard={() => {
            draft.clear();
            setPassword("");
            setPasswordError(undefined);
            setRefusal(null);
          }}
        />
      </form>
      <LeaveGuard isOn={draft.isChanged} name={t("profile.own_details")} />
    </>
  );
}
