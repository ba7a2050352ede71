import type { OutsideService, Settings } from "#contract/settings.ts";
import type { Draft } from "#web/lib/draft.ts";
import { useText } from "#web/lib/use-text.ts";
import { BrandPictures } from "./brand-pictures.tsx";
import { CallbackAddress } from "./callback-address.tsx";
import type { FormValues } from "./form-values.ts";
import { type Extra, type Field, type Group, isField, type OutsidePart } from "./groups.ts";
import { OutsideHead, ReturnAddresses } from "./outside-parts.tsx";
import { ProfileFields } from "./profile-fields.tsx";
import { SettingField } from "./setting-field.tsx";
import { TestConnection } from "./test-connection.tsx";
import { TestMail } from "./test-mail.tsx";

interface PartProps {
  readonly draft: Draft<FormValues>;
  readonly settings: Settings;
}

/** A group of settings with its description, its fields, and its tests. */
export function GroupPanel({ group, draft, settings }: PartProps & { group: Group }) {
  const t = useText();
  const shown = group.parts.filter((part) => isNeeded(part, draft.values));
  return (
    <section aria-labelledby={`settings-${group.id}`}>
      <h2 id={`settings-${group.id}`} className="text-lg font-strong">
        {t(`settings.groups.${group.id}`)}
      </h2>
      <p className="mt-1 text-ink-muted">{t(`settings.about.${group.id}`)}</p>
      <div className="mt-5 flex flex-col gap-5">
        {shown.map((part) =>
          isField(part) ? (
            <SettingField key={part.key} field={part} draft={draft} secretsSet={settings.secrets_set ?? []} />
          ) : (
            <ExtraPart key={part} part={part} draft={draft} settings={settings} />
          ),
        )}
      </div>
    </section>
  );
}

const isNeeded = (part: Field | Extra, values: FormValues) => {
  const needs = isField(part) ? part.needs : switchOf(part);
  return needs === undefined || values[needs as keyof FormValues] === true;
};

/** The switch that must be on before its extras are shown. */
function switchOf(part: Extra): string | undefined {
  const of = part.slice(part.indexOf("-") + 1);
  if (/^(test|callback)-(google|facebook|twitter|openid)$/.test(part)) return `${of}_enable`;
  if (part.startsWith("return-")) return of === "autodesk" ? "adsk_enable" : `${of}_enabled`;
  return undefined;
}

function ExtraPart({ part, draft, settings }: PartProps & { part: Extra }) {
  if (part === "brand-pictures") return <BrandPictures settings={settings} />;
  if (part === "profile-fields") return <ProfileFields draft={draft} />;
  if (part === "test-mail") return <TestMail settings={settings} isSaved={!draft.isChanged} />;
  const of = part.slice(part.indexOf("-") + 1);
  const site = settings.site_address;
  if (part.startsWith("part-")) return <OutsideHead part={of as OutsidePart} />;
  if (part.startsWith("return-")) return <ReturnAddresses part={of as OutsidePart} site={site} />;
  const service = of as OutsideService;
  if (part.startsWith("callback-")) return <CallbackAddress path={`/auth/${service}/callback`} site={site} />;
  return <TestConnection service={service} isSaved={!draft.isChanged} />;
}
