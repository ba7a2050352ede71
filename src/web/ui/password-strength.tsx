import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "./classes.ts";

/** 0 too short, 1 weak, 2 fair, 3 strong. */
export type Strength = 0 | 1 | 2 | 3;

/**
 * A hint while typing, not a requirement: length counts most, since a sentence is stronger than a complex short
 * password. Only the server checks for commonly used passwords.
 */
export function strengthOf(password: string): Strength {
  if (password.length < limits.password.min) return 0;
  const different = new Set(password).size;
  if (different < 5) return 1;
  const kinds = [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) =>
    kind.test(password),
  );
  const points = Math.min(password.length, different * 2) + kinds.length * 2;
  if (points >= 20) return 3;
  return points >= 14 ? 2 : 1;
}

const tones = ["bg-bad", "bg-bad", "bg-warn", "bg-ok"] as const;

/** Under a field for a new password: its strength, as a bar and a word. Renders nothing while it is empty. */
export function PasswordStrength({ password }: { password: string }) {
  const t = useText();
  if (password === "") return null;
  const strength = strengthOf(password);
  return (
    <div className="flex items-center gap-2.5">
      <span aria-hidden className="flex flex-1 gap-1">
        {[1, 2, 3].map((step) => (
          <span
            key={step}
            className={cx(
              "h-1 flex-1 rounded-full transition-colors",
              step <= Math.max(strength, 1) ? tones[strength] : "bg-press",
            )}
          />
        ))}
      </span>
      <output className="min-w-16 text-end text-xs text-ink-muted">
        <span className="sr-only">{t("common.strength.label")}: </span>
        {t(`common.strength.${strength}`)}
      </output>
    </div>
  );
}
