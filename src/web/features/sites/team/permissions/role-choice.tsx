import { useId } from "react";
import type { GivenRole } from "#contract/team.ts";
import { useText } from "#web/lib/use-text.ts";

export interface RoleChoiceProps {
  roles: readonly GivenRole[];
  value: GivenRole | null;
  onChange: (role: GivenRole) => void;
  isDisabled?: boolean;
}

/** The roles of a project, each with a sentence on its permissions: native radio buttons. */
export function RoleChoice({ roles, value, onChange, isDisabled = false }: RoleChoiceProps) {
  const t = useText();
  const name = useId();
  return (
    <fieldset disabled={isDisabled}>
      <legend className="mb-1.5 text-sm font-strong">{t("team.role")}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-md border border-line-strong">
        {roles.map((role) => (
          <label
            key={role}
            className="flex min-h-11 cursor-default items-start gap-3 px-3 py-2 transition-colors hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name={name}
              value={role}
              checked={role === value}
              onChange={() => onChange(role)}
              aria-describedby={`${name}-${role}`}
              aria-label={t(`team.roles.${role}`)}
              className="mt-0.5 size-4.5 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0 text-sm">
              <span className="font-strong">{t(`team.roles.${role}`)}</span>
              <span id={`${name}-${role}`} className="block text-xs text-ink-muted">
                {t(`team.role_notes.${role}`)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
