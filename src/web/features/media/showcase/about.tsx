import type { Showcase } from "#contract/showcase.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";

/** The description, the facts in the cells of a title block, as on a drawing, and the owner. */
export function About({ project }: { project: Showcase }) {
  const t = useText();
  const format = useFormat();
  const { description, categories } = project;
  return (
    <section aria-label={t("showcase.about")} className="flex flex-col gap-8">
      <dl className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line">
        {facts(project, t, format).map(([label, value]) => (
          // The cells of the last row share it: none stays empty.
          <div key={label} className="grow basis-36 bg-surface px-4 py-3">
            <dt className="text-xs text-ink-muted">{label}</dt>
            <dd className="own-direction mt-0.5 text-base font-strong" data-tabular>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-start justify-between gap-x-12 gap-y-6">
        <div className="flex min-w-0 flex-1 basis-80 flex-col gap-4">
          {description !== "" && (
            <p className="own-direction max-w-160 text-base whitespace-pre-line sm:text-lg">{description}</p>
          )}
          {categories.length > 0 && (
            <ul aria-label={t("showcase.categories")} className="flex flex-wrap gap-2">
              {categories.map((category) => (
                <li key={category} className="rounded-full bg-sunken px-3 py-1 text-sm text-ink-muted">
                  <bdi>{category}</bdi>
                </li>
              ))}
            </ul>
          )}
        </div>
        <Owner owner={project.owner} />
      </div>
    </section>
  );
}

/** Only facts that are set: a zero carries no information. */
function facts(project: Showcase, t: Translate, format: Formatter): readonly (readonly [string, string])[] {
  const { type, year, num_buildings, num_floors, area } = project;
  const number = (value: number) => value && format.number(value);
  return (
    [
      ["type", type],
      ["year", `${year}`],
      ["area", area && t("showcase.square_metres", { area: format.number(area) })],
      ["buildings", number(num_buildings)],
      ["floors", number(num_floors)],
    ] as const
  ).flatMap(([name, value]) => (value ? [[t(`showcase.facts.${name}`), value] as const] : []));
}

function Owner({ owner }: Pick<Showcase, "owner">) {
  const t = useText();
  if (owner === null) return null;
  const name = owner.name === "" ? t("profile.public.nameless") : owner.name;
  return (
    <a
      href={`/user/${owner.code}`}
      className="flex min-w-56 items-center gap-3 rounded-lg p-2 transition-colors hover:bg-hover max-sm:-mx-2"
    >
      <Avatar name={name} picture={owner.avatar} size="lg" />
      <span className="flex min-w-0 flex-col items-start">
        <span className="text-xs text-ink-muted">{t("showcase.owner")}</span>
        <bdi className="truncate text-base font-strong">{name}</bdi>
        {owner.company !== "" && <bdi className="truncate text-ink-muted">{owner.company}</bdi>}
      </span>
    </a>
  );
}
