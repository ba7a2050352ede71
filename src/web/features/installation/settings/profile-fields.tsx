import type { ProfileField } from "#contract/profile.ts";
import type { Draft } from "#web/lib/draft.ts";
import { useText } from "#web/lib/use-text.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { cx } from "#web/ui/classes.ts";
import type { FormValues } from "./form-values.ts";

const fields = [
  "first_name",
  "last_name",
  "company",
  "tax_id",
  "street",
  "city",
  "postal_code",
  "province",
  "country",
  "tel",
] as const satisfies readonly ProfileField[];

/** Fields that a profile offers, and those that are mandatory. */
export function ProfileFields({ draft }: { draft: Draft<FormValues> }) {
  const t = useText();
  const cell = "py-2 text-center";
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t("settings.profile_fields")}</caption>
      <thead>
        <tr className="border-b border-line text-xs text-ink-muted">
          <th scope="col" className="py-2 text-start font-normal">
            {t("settings.field")}
          </th>
          <th scope="col" className="w-28 py-2 font-normal">
            {t("settings.offered")}
          </th>
          <th scope="col" className="w-28 py-2 font-normal">
            {t("settings.mandatory")}
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => {
          const name = t(`settings.fields.${field}`);
          const [enable, mandatory] = [`${field}_enable`, `${field}_mandatory`] as const;
          const isOffered = draft.values[enable] === true;
          const isChanged = draft.has(enable) || draft.has(mandatory);
          return (
            <tr key={field} className="border-b border-line">
              <th
                scope="row"
                className={cx("py-2 text-start font-normal", isChanged && "font-strong text-accent-text")}
              >
                {name}
              </th>
              <td className={cell}>
                <Checkbox
                  aria-label={`${name}: ${t("settings.offered")}`}
                  className="mx-auto"
                  isSelected={isOffered}
                  onChange={(isOn) => {
                    draft.set(enable, isOn);
                    // A disabled field cannot be mandatory.
                    if (!isOn) draft.set(mandatory, false);
                  }}
                />
              </td>
              <td className={cell}>
                <Checkbox
                  aria-label={`${name}: ${t("settings.mandatory")}`}
                  className="mx-auto"
                  isSelected={isOffered && draft.values[mandatory] === true}
                  isDisabled={!isOffered}
                  onChange={(isOn) => draft.set(mandatory, isOn)}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
