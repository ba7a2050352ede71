import type { CrewLanguage } from "#contract/crews.ts";
import ar from "#i18n/crew-letters/ar.json" with { type: "json" };
import bn from "#i18n/crew-letters/bn.json" with { type: "json" };
import en from "#i18n/crew-letters/en.json" with { type: "json" };
import hi from "#i18n/crew-letters/hi.json" with { type: "json" };
import ur from "#i18n/crew-letters/ur.json" with { type: "json" };
import { linkName } from "#server/domains/work/snags/by-link.ts";
import type { Mail } from "#server/platform/mail/mail.ts";
import { fillText, oneLine } from "#server/platform/mail/text.ts";
import { answerPath, unsubscribePath } from "./link-codes.ts";
import type { ToldSnag } from "./link-snags.ts";
import type { LinkRow } from "./links.repository.ts";

type Letters = typeof en;
/** Emails and messages to crews, who read more languages than the interface has. */
const letters: Readonly<Record<CrewLanguage, Letters>> = { en, ar, ur, hi, bn };

/** Gregorian months and Western digits, as everywhere in the product. */
const locale = (language: CrewLanguage) => `${language}-u-ca-gregory-nu-latn`;
const dayText = (day: string, language: CrewLanguage): string =>
  new Intl.DateTimeFormat(locale(language), { dateStyle: "medium", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** Snags listed in one email. */
const LISTED = 30;

/** A link with its code, and its snags that are not closed. */
export interface ToldLink {
  readonly link: LinkRow;
  readonly code: string;
  readonly snags: readonly ToldSnag[];
}

type Kind = "assigned" | "digest" | "renewed";

/** Labels and values of snags, with the project's name where there are several. */
function rowsOf(told: readonly ToldLink[], language: CrewLanguage): [string, string][] {
  const words = letters[language];
  const isSingle = told.length === 1;
  const all = told.flatMap(({ link, snags }) =>
    snags.map(({ number, title, due_date }): [string, string] => {
      const due =
        due_date === null
          ? ""
          : fillText(due_date < link.today ? words.overdue : words.due, {
              date: dayText(due_date, language),
            });
      return [
        isSingle ? `#${number}` : `#${number} · ${link.project}`,
        [oneLine(title, 100), due].filter((part) => part !== "").join(" · "),
      ];
    }),
  );
  const left = all.length - LISTED;
  return left <= 0
    ? all
    : [...all.slice(0, LISTED), ["…", fillText(words.more, { count: String(left) })] as [string, string]];
}

/** An email about the snags of one person: of one project, or of several that share an address. Null without an address. */
export function snagsMail(kind: Kind, told: readonly ToldLink[]): Mail | null {
  const [first] = told;
  const to = first?.link.email ?? null;
  if (first === undefined || to === null) return null;
  const { link, code } = first;
  const { language } = link;
  const { [kind]: own, ...words } = letters[language];
  return {
    to,
    language,
    template: "crew",
    link: answerPath(code),
    values: {
      id_link: link.id,
      texts: {
        ...own,
        greeting: words.greeting,
        button: words.button,
        open_link: words.open_link,
        note: words.note,
        footer: `${words.footer} ${words.stop}`,
      },
      values: {
        name: linkName(link.person),
        crew: link.crew,
        project: link.project,
        day: dayText(link.today, language),
        count: String(told.reduce((sum, { snags }) => sum + snags.length, 0)),
      },
      rows: rowsOf(told, language),
      links: told.slice(1).map((one) => [one.link.project, answerPath(one.code)] as const),
      unsubscribe: unsubscribePath(code),
    },
  };
}

/** The code for a new device. It holds no link: the page that asks for it is open. */
export function deviceMail(link: LinkRow, deviceCode: string, minutes: number): Mail | null {
  if (link.email === null) return null;
  const { language } = link;
  const { code: own, greeting, button, open_link, footer } = letters[language];
  return {
    to: link.email,
    language,
    template: "crew",
    values: {
      id_link: link.id,
      minutes,
      texts: { ...own, greeting, button, open_link, footer },
      values: { name: linkName(link.person), code: deviceCode, minutes: String(minutes) },
      rows: [],
      links: [],
      unsubscribe: "",
    },
  };
}

/** The message for WhatsApp or a text message. */
export const shareText = (
  { project, crew, language }: Pick<LinkRow, "project" | "crew" | "language">,
  count: number,
  url: string,
): string =>
  fillText(letters[language].share, {
    project: oneLine(project),
    crew: oneLine(crew),
    count: String(count),
    url,
  });

/** Subject of an email that is written by hand. */
export const shareSubject = (
  { project, language }: Pick<LinkRow, "project" | "language">,
  count: number,
): string =>
  fillText(letters[language].assigned.subject, { project: oneLine(project), count: String(count) });
