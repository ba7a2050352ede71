import type { LiveDriverName } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { Channel } from "#contract/live.ts";
import type { FieldRefusals } from "#web/lib/draft.ts";
import { useText } from "#web/lib/use-text.ts";
import { ChangedMark } from "#web/ui/changed-mark.tsx";
import { fieldColumn } from "#web/ui/field.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { ChannelChanges } from "../live.queries.ts";

/** Access options, as one selection: the wire has two flags. */
export const accesses = ["members", "link", "password"] as const;
export type Access = (typeof accesses)[number];

/** Values of the channel form. */
export interface ChannelDraft {
  readonly name: string;
  readonly description: string;
  readonly access: Access;
  readonly password: string;
  readonly picture: "sphere" | "flat";
  readonly record: boolean;
}

export const emptyDraft: ChannelDraft = {
  name: "",
  description: "",
  access: "link",
  password: "",
  picture: "flat",
  record: false,
};

export const accessOf = ({ is_public, is_protected }: Pick<Channel, "is_public" | "is_protected">): Access =>
  is_protected ? "password" : is_public ? "link" : "members";

/** The wire form of a draft, or of its changed fields. */
export function wireOf(draft: Partial<ChannelDraft>): ChannelChanges {
  const { access, picture, ...rest } = draft;
  return {
    ...rest,
    ...(access !== undefined && { is_public: access !== "members", is_protected: access === "password" }),
    ...(picture !== undefined && { is_360: picture === "sphere" }),
  };
}

/** Problems found before it is sent: keys of texts. */
export function problemsOf({ name, access, password }: ChannelDraft, hasPassword: boolean) {
  const isShort = password !== "" && password.length < limits.live.password.min;
  return {
    ...(name.trim() === "" && { name: "live.name_required" as const }),
    ...(isShort && { password: "live.password_short" as const }),
    ...(access === "password" &&
      password === "" &&
      !hasPassword && { password: "live.password_required" as const }),
  };
}

export interface ChannelFieldsProps {
  values: ChannelDraft;
  errors: FieldRefusals<ChannelDraft>;
  set: <K extends keyof ChannelDraft>(field: K, value: ChannelDraft[K]) => void;
  has: (field: keyof ChannelDraft) => boolean;
  /** Whether a password is stored: an empty field keeps it. */
  hasPassword: boolean;
}

export function ChannelFields({ values, errors, set, has, hasPassword }: ChannelFieldsProps) {
  const t = useText();
  return (
    <>
      <ChangedMark isChanged={has("name")}>
        <TextField
          label={t("live.name")}
          hint={t("live.name_hint")}
          value={values.name}
          onChange={(name) => set("name", name)}
          error={errors.name}
          maxLength={limits.live.name}
          isRequired
        />
      </ChangedMark>
      <ChangedMark isChanged={has("description")}>
        <TextArea
          label={t("live.description")}
          value={values.description}
          onChange={(description) => set("description", description)}
          error={errors.description}
          maxLength={limits.live.description}
          rows={2}
          hasCounter
        />
      </ChangedMark>
      <ChangedMark isChanged={has("picture")}>
        <Select
          label={t("live.picture.label")}
          value={values.picture}
          onChange={(picture) => set("picture", picture)}
          options={(["flat", "sphere"] as const).map((value) => ({
            value,
            label: t(`live.picture.${value}`),
            note: t(`live.picture.${value}_note`),
          }))}
        />
      </ChangedMark>
      <ChangedMark isChanged={has("access")}>
        <Select
          label={t("live.access.label")}
          value={values.access}
          onChange={(access) => set("access", access)}
          options={accesses.map((value) => ({
            value,
            label: t(`live.access.${value}`),
            note: t(`live.access.${value}_note`),
          }))}
        />
      </ChangedMark>
      {values.access === "password" && (
        <ChangedMark isChanged={has("password")}>
          <PasswordField
            label={t("live.password")}
            {...(hasPassword && { hint: t("live.password_kept") })}
            value={values.password}
            onChange={(password) => set("password", password)}
            error={errors.password}
            maxLength={limits.live.password.max}
            autoComplete="new-password"
            isRequired={!hasPassword}
          />
        </ChangedMark>
      )}
      <ChangedMark isChanged={has("record")}>
        <div className={fieldColumn}>
          <Switch
            isSelected={values.record}
            onChange={(record) => set("record", record)}
            aria-describedby="record-hint"
          >
            {t("live.record")}
          </Switch>
          <p id="record-hint" className="text-xs text-ink-muted">
            {t("live.record_hint")}
          </p>
        </div>
      </ChangedMark>
    </>
  );
}

/** The service that carries a new channel; shown where there is a choice. */
export function DriverField({
  drivers,
  value,
  onChange,
}: {
  drivers: readonly LiveDriverName[];
  value: LiveDriverName;
  onChange: (driver: LiveDriverName) => void;
}) {
  const t = useText();
  if (drivers.length < 2) return null;
  return (
    <Select
      label={t("live.driver")}
      value={value}
      onChange={onChange}
      options={drivers.map((driver) => ({
        value: driver,
        label: t(`live.drivers.${driver}`),
        note: t(`live.drivers_note.${driver}`),
      }))}
    />
  );
}
