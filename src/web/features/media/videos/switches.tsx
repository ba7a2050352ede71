import { type ReactNode, useId } from "react";
import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Switch } from "#web/ui/switch.tsx";

export interface VideoSwitches {
  readonly is_public: boolean;
  readonly is_protected: boolean;
  readonly password: string;
  readonly auto_play: boolean;
  readonly muted: boolean;
  readonly loop: boolean;
}

export interface SwitchesProps {
  values: VideoSwitches;
  onSwitch: (field: Exclude<keyof VideoSwitches, "password">, is: boolean) => void;
  onPassword: (password: string) => void;
  passwordError: string | undefined;
  /** A password is stored: an empty field keeps it. */
  hasPassword?: boolean;
  isDisabled?: boolean;
}

/** Access and playback switches of a video. */
export function Switches({
  values,
  onSwitch,
  onPassword,
  passwordError,
  hasPassword = false,
  isDisabled = false,
}: SwitchesProps) {
  const t = useText();
  return (
    <>
      <Group title={t("videos.sharing")}>
        <Explained hint={t("videos.is_public_hint")}>
          {(described) => (
            <Switch
              aria-describedby={described}
              isSelected={values.is_public}
              isDisabled={isDisabled}
              onChange={(is) => onSwitch("is_public", is)}
            >
              {t("videos.is_public")}
            </Switch>
          )}
        </Explained>
        <Explained hint={t("videos.is_protected_hint")}>
          {(described) => (
            <Switch
              aria-describedby={described}
              isSelected={values.is_protected}
              isDisabled={isDisabled}
              onChange={(is) => onSwitch("is_protected", is)}
            >
              {t("videos.is_protected")}
            </Switch>
          )}
        </Explained>
        <PasswordField
          label={t(hasPassword ? "videos.password_new" : "videos.password")}
          hint={t(
            !values.is_protected
              ? "videos.password_first"
              : hasPassword
                ? "videos.password_keep"
                : "videos.password_short",
            { n: limits.video.password.min },
          )}
          error={passwordError}
          value={values.password}
          onChange={onPassword}
          isDisabled={isDisabled || !values.is_protected}
          isRequired={values.is_protected && !hasPassword}
          maxLength={limits.video.password.max}
          autoComplete="new-password"
          className="sm:max-w-80"
        />
      </Group>
      <Group title={t("videos.playing")}>
        <div className="flex flex-wrap gap-x-8 gap-y-3">
          {(["auto_play", "muted", "loop"] as const).map((field) => (
            <Switch
              key={field}
              isSelected={values[field]}
              isDisabled={isDisabled}
              onChange={(is) => onSwitch(field, is)}
            >
              {t(`videos.${field}`)}
            </Switch>
          ))}
        </div>
        {values.auto_play && !values.muted && (
          <p className="text-xs text-ink-muted">{t("videos.auto_play_hint")}</p>
        )}
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-4 border-0 p-0">
      <legend className="mb-3 text-sm font-strong">{title}</legend>
      {children}
    </fieldset>
  );
}

function Explained({ hint, children }: { hint: string; children: (described: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-0.5">
      {children(id)}
      <p id={id} className="ps-11 text-xs text-ink-muted">
        {hint}
      </p>
    </div>
  );
}
