import { LockKeyhole, MailQuestion, MailX, ShieldCheck } from "lucide-react";
import type { Role } from "#contract/auth.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import type { Tone } from "#web/ui/tone.ts";
import type { UserState } from "./users.queries.ts";

const roleTones: Record<Role, Tone> = { user: "neutral", administrator: "info", super_admin: "accent" };

export function RoleChip({ role }: { role: Role }) {
  const t = useText();
  return <Chip tone={roleTones[role]}>{t(`users.roles.${role}`)}</Chip>;
}

const stateLooks = {
  invited: { tone: "warn", icon: MailQuestion },
  unconfirmed: { tone: "warn", icon: MailX },
  locked: { tone: "bad", icon: LockKeyhole },
} as const;

/** Why the account cannot sign in; nothing for an active one. */
export function StateChip({ state }: { state: UserState }) {
  const t = useText();
  if (state === "active") return <span className="text-ink-muted">{t("users.states.active")}</span>;
  const { tone, icon } = stateLooks[state];
  return (
    <Chip tone={tone} icon={icon}>
      {t(`users.states.${state}`)}
    </Chip>
  );
}

export function TwoFactorChip({ isOn }: { isOn: boolean }) {
  const t = useText();
  if (!isOn) return <span className="text-ink-muted">{t("common.no")}</span>;
  return (
    <Chip tone="ok" icon={ShieldCheck}>
      {t("common.yes")}
    </Chip>
  );
}
