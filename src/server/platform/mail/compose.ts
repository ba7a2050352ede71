import type { Mail, MailTable } from "./mail.ts";
import {
  durationText,
  fillText,
  greetingName,
  instantText,
  mailTexts,
  oneLine,
  projectName,
  quotedLines,
  withoutAddresses,
} from "./text.ts";

/** Content of an email, before it is laid out. */
export interface Letter {
  readonly subject: string;
  readonly title: string;
  readonly greeting: string;
  readonly text: string;
  /** Another user's own words, line by line, and their author; null without any. */
  readonly quote: { readonly from: string; readonly lines: readonly string[] } | null;
  /** Sentences and tables of a report; empty in other emails. */
  readonly sentences: readonly string[];
  readonly tables: readonly MailTable[];
  /** Label and value: when, where and with what something happened. */
  readonly details: readonly (readonly [label: string, value: string])[];
  /** Label of the button and the address it opens; null where there is nothing to open. */
  readonly action: { readonly words: string; readonly address: string } | null;
  /** Further links below it. */
  readonly links: readonly { readonly words: string; readonly address: string }[];
  readonly openLink: string;
  /** How long the link works; empty when it does not expire. */
  readonly valid: string;
  readonly note: string;
  /** Ends such emails: words and address; null where the email cannot be stopped. */
  readonly stop: { readonly words: string; readonly address: string } | null;
  readonly footer: string;
}

export interface Site {
  readonly name: string;
  /** Public address of the site, from the configuration. */
  readonly address: string;
}

type CrewMail = Extract<Mail, { readonly template: "crew" }>;
type OwnMail = Exclude<Mail, CrewMail>;

/** How text and values are formatted: unchanged, or as markup. */
export interface Dress {
  readonly text: (text: string) => string;
  readonly value: (value: string) => string;
}

const plain: Dress = { text: (text) => text, value: (value) => value };

const standardLinks: Partial<Record<OwnMail["template"], string>> = {
  test: "/",
  password_changed: "/recover",
  security: "/editprofile",
};

/** Writes the text of an email. `at` is when it was queued, which is when its event happened. */
export function composeMail(mail: Mail, site: Site, at: Date, dress: Dress = plain): Letter {
  return mail.template === "crew"
    ? composeCrewMail(mail, site, dress)
    : composeOwnMail(mail, site, at, dress);
}

function composeCrewMail({ to, link, values: mail }: CrewMail, site: Site, dress: Dress): Letter {
  const given = Object.entries({ ...mail.values, site: site.name, to });
  const values = Object.fromEntries(given.map(([key, value]) => [key, oneLine(value)]));
  const say = (text: string) => fillText(dress.text(text), values, dress.value);
  const { texts } = mail;
  return {
    subject: oneLine(fillText(texts.subject, values)),
    title: say(texts.title),
    greeting: say(texts.greeting),
    text: say(texts.text),
    quote: null,
    details: mail.rows.map(
      ([label, value]) => [dress.value(oneLine(label)), dress.value(oneLine(value))] as const,
    ),
    action: link === undefined ? null : { words: say(texts.button), address: linkTo(site.address, link) },
    links: mail.links.map(([label, path]) => ({
      words: dress.value(oneLine(label)),
      address: linkTo(site.address, path),
    })),
    openLink: dress.text(texts.open_link),
    valid: "",
    note: say(texts.note),
    sentences: [],
    tables: [],
    stop: null,
    footer: say(texts.footer),
  };
}

function composeOwnMail(mail: OwnMail, site: Site, at: Date, dress: Dress): Letter {
  const texts = mailTexts[mail.language];
  const values = valuesOf(mail, site);
  const say = (text: string) => fillText(dress.text(text), values, dress.value);
  const words = wordsOf(mail);
  const link = mail.link ?? standardLinks[mail.template];
  const name = "name" in mail.values ? greetingName(mail.values.name) : "";
  const minutes = "minutes" in mail.values ? mail.values.minutes : 0;
  return {
    subject: oneLine(fillText(words.subject, { ...values, title: fillText(words.title, values) })),
    title: say(words.title),
    greeting:
      name === ""
        ? dress.text(texts.greeting_plain)
        : fillText(dress.text(texts.greeting), { name }, dress.value),
    text: say(words.text),
    quote: quoteOf(mail, dress),
    ...reportOf(mail, dress),
    details: detailsOf(mail, at).map(([label, value]) => [dress.text(label), dress.value(value)] as const),
    action:
      link === undefined || words.button === undefined
        ? null
        : { words: say(words.button), address: linkTo(site.address, link) },
    links: [],
    openLink: dress.text(texts.open_link),
    valid:
      minutes === 0
        ? ""
        : fillText(dress.text(texts.valid), { duration: durationText(minutes, mail.language) }, dress.value),
    note: words.note === undefined ? "" : say(words.note),
    stop:
      mail.template === "report" && mail.unsubscribe !== undefined
        ? { words: dress.text(mail.values.stop), address: linkTo(site.address, mail.unsubscribe) }
        : null,
    footer: say(texts.footer),
  };
}

/** A report has its values in its sentences already: both are text of its domain. */
function reportOf(mail: Mail, dress: Dress): Pick<Letter, "sentences" | "tables"> {
  if (mail.template !== "report") return { sentences: [], tables: [] };
  return {
    sentences: mail.values.sentences.map((sentence) => dress.text(sentence)),
    tables: mail.values.tables.map(({ heading, rows }) => ({
      heading: dress.text(heading),
      rows: rows.map(([name, value]) => [dress.value(name), dress.value(value)] as const),
    })),
  };
}

/** Address of a path of this site. Throws for anything else: a link never leads to another site. */
export function linkTo(siteAddress: string, path: string): string {
  const site = new URL(siteAddress);
  const link = new URL(path, site);
  if (!/^\/(?![/\\])/.test(path) || link.origin !== site.origin)
    throw new Error("The link of an email is not a path of this installation.");
  return link.href;
}

interface Words {
  readonly subject: string;
  readonly title: string;
  readonly text: string;
  readonly button?: string;
  readonly note?: string;
}

function wordsOf(mail: OwnMail): Words {
  const texts = mailTexts[mail.language];
  if (mail.template === "security") return { ...texts.security, ...texts.security.kind[mail.values.kind] };
  if (mail.template === "report") return mail.values;
  if (mail.template === "notification")
    return { ...texts.notification, title: mail.values.title, text: mail.values.message };
  if (mail.template === "invitation" && mail.values.inviter !== "")
    return { ...texts.invitation, text: texts.invitation.text_by };
  if (mail.template === "project_invitation") {
    const { inviter, project } = mail.values;
    const form = `text${greetingName(inviter) && "_by"}${projectName(project) && "_about"}` as const;
    return { ...texts.project_invitation, text: texts.project_invitation[form] };
  }
  return texts[mail.template];
}

function quoteOf(mail: OwnMail, dress: Dress): Letter["quote"] {
  const texts = mailTexts[mail.language];
  const said =
    mail.template === "project_invitation"
      ? {
          name: greetingName(mail.values.inviter),
          text: withoutAddresses(mail.values.message, texts.removed),
        }
      : mail.template === "notification"
        ? mail.values.message_from
        : undefined;
  if (said === undefined || said.text.trim() === "") return null;
  return {
    from:
      said.name === ""
        ? dress.text(texts.message)
        : fillText(dress.text(texts.message_from), { name: oneLine(said.name) }, dress.value),
    lines: quotedLines(said.text).map((line) => dress.value(line)),
  };
}

function valuesOf(mail: OwnMail, site: Site): Record<string, string> {
  const given = mail.template === "notification" ? mail.values.values : mail.values;
  const own = Object.entries(given).map(([key, value]) => [key, oneLine(String(value))] as const);
  return { ...Object.fromEntries(own), site: oneLine(site.name), to: mail.to };
}

function detailsOf({ language, values }: OwnMail, at: Date): [string, string][] {
  if (!("address" in values)) return [];
  const { detail } = mailTexts[language];
  const device = oneLine(values.device ?? "");
  return [
    [detail.time, instantText(at, language)],
    [detail.address, oneLine(values.address)],
    ...(device === "" ? [] : [[detail.device, device] as [string, string]]),
  ];
}
