import { useState } from "react";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { type SessionNotice, takeNotice } from "#web/shell/session-notice.ts";
import { Banner } from "#web/ui/banner.tsx";

const social: Readonly<Record<string, TextKey>> = {
  denied: "social.refused.denied",
  failed: "social.refused.failed",
  unreachable: "social.refused.unreachable",
  email_taken: "social.refused.email_taken",
  registration_off: "social.refused.registration_off",
  email_missing: "social.refused.email_missing",
  email_unconfirmed: "social.refused.email_unconfirmed",
};

const ended: Readonly<Record<SessionNotice, TextKey>> = {
  terminated: "errors.session.terminated",
  expired: "errors.session.required",
  inactive: "shell.inactivity.ended",
};

/** Reason for showing the sign-in page, from the address: signed out, or sign-in required. */
export function LoginNotice() {
  const t = useText();
  const query = new URLSearchParams(location.search);
  const [notice] = useState(takeNotice);
  const refused = query.get("social");
  if (refused === "confirm_email") return <Banner tone="info">{t("social.confirm_email")}</Banner>;
  if (refused !== null) return <Banner tone="warn">{t(social[refused] ?? "social.refused.failed")}</Banner>;
  if (query.get("two_factor") === "expired")
    return <Banner tone="warn">{t("auth.two_factor_expired")}</Banner>;
  if (query.get("email") === "confirmed") return <Banner tone="ok">{t("auth.email_confirmed")}</Banner>;
  if (query.get("password") === "changed") return <Banner tone="ok">{t("auth.password_changed")}</Banner>;
  if (notice !== null) return <Banner tone="warn">{t(ended[notice])}</Banner>;
  if (query.has("logged_out"))
    return <output className="block text-ink-muted">{t("auth.logged_out")}</output>;
  return null;
}
