import { SearchX } from "lucide-react";
import { useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { PublicFrame, publicColumn } from "#web/shell/public-frame.tsx";
import { cx } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PlainField } from "#web/ui/plain/plain-field.tsx";
import { PlainLink } from "#web/ui/plain/plain-link.tsx";
import works from "./licences.json" with { type: "json" };

type Work = (typeof works)[number];

/** The works of others that come with Sitewalk, made by `npm run notice`: to guests and to users alike. */
export function LicencesScreen() {
  const t = useText();
  const [wanted, setWanted] = useState("");
  const found = worksWith(wanted);
  return (
    <PublicFrame>
      <section className={cx(publicColumn, "pt-8 sm:pt-12")}>
        <h1 className="text-xl font-strong sm:text-[2rem] sm:leading-10">{t("home.licences.title")}</h1>
        <p className="mt-2 max-w-160 text-base text-pretty text-ink-muted">{t("home.licences.text")}</p>
        <search className="mt-6 block max-w-100">
          <PlainField
            label={t("home.licences.search")}
            hint={t("home.licences.search_hint")}
            value={wanted}
            onChange={setWanted}
            autoComplete="off"
            autoCapitalize="none"
          />
        </search>
        <output className="mt-6 block text-sm text-ink-muted">
          {t("home.licences.found", { count: found.length })}
        </output>
        {found.length === 0 ? (
          <EmptyState
            icon={SearchX}
            title={t("home.licences.none_title")}
            text={t("home.licences.none_text")}
          />
        ) : (
          <ul aria-label={t("home.licences.title")} className="mt-2 border-t border-line">
            {found.map((work) => (
              <Entry key={`${work.name} ${work.version}`} work={work} />
            ))}
          </ul>
        )}
      </section>
    </PublicFrame>
  );
}

/** Those whose name, version or licence contain every word. */
function worksWith(wanted: string): readonly Work[] {
  const words = wanted.toLowerCase().split(/\s+/);
  return works.filter(({ name, version, licence }) => {
    const text = `${name} ${version} ${licence}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function Entry({ work: { name, version, licence, copyright, home } }: { work: Work }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 border-b border-line py-3">
      <span className="min-w-0 text-base">
        <PlainLink href={home} isAside className="font-strong">
          <bdi dir="ltr">{name}</bdi>
        </PlainLink>{" "}
        <bdi dir="ltr" className="text-sm text-ink-muted">
          {version}
        </bdi>
      </span>
      <bdi dir="ltr" className="text-sm">
        <Licence text={licence} />
      </bdi>
      {copyright !== "" && (
        <bdi dir="ltr" className="w-full text-xs break-words text-ink-muted rtl:text-end">
          {copyright}
        </bdi>
      )}
    </li>
  );
}

/** Each licence of an SPDX expression leads to its text. */
function Licence({ text }: { text: string }) {
  return text
    .replaceAll(/[()]/g, "")
    .split(/( AND | OR )/)
    .map((part) =>
      part.startsWith(" ") ? (
        <span key={part} className="text-ink-muted">
          {part}
        </span>
      ) : (
        <PlainLink key={part} href={`https://spdx.org/licenses/${part}.html`} isAside>
          {part}
        </PlainLink>
      ),
    );
}
