import type { Language } from "#contract/languages.ts";
import type { alertKinds } from "#contract/sessions.ts";
import type { Trx } from "../database.ts";

/** Where something happened to an account, as its owner should be told. */
interface Happened {
  /** How to greet; a name that could pass for an address or an offer is left out. May be empty. */
  readonly name: string;
  /** Network address of the call. */
  readonly address: string;
  /** Browser and system, as far as known. */
  readonly device?: string;
}

/**
 * The mails there are, and what each must be given. Their texts stand in `i18n/<language>/mail.json`; times, the
 * site's name and its colour are filled in here. An address that is not proved yet
 * gets no words of a stranger but the quoted message of an invitation, without web addresses.
 */
export interface MailValues {
  /** Asked for by who sets up mail. */
  readonly test: Readonly<Record<never, never>>;
  /** Confirms the address of a registration. Link `/activate/{token}`, good for `minutes`. */
  readonly activation: { readonly minutes: number };
  /** Opens an account that somebody else made. Link `/activate/{token}`. `inviter` may be empty. */
  readonly invitation: { readonly name: string; readonly inviter: string; readonly minutes: number };
  /**
   * Opens an account, made with it, and a place in a project. Link `/activate/{token}`. `inviter` and `project` are
   * left out where they could pass for an address or an offer.
   */
  readonly project_invitation: {
    readonly name: string;
    readonly inviter: string;
    readonly project: string;
    readonly minutes: number;
    /** The inviter's own words, quoted without the web addresses in them; may be empty. */
    readonly message: string;
  };
  /** Sets a new password. Link `/recover?token={token}`. */
  readonly recovery: { readonly minutes: number };
  /** Afterwards, whoever did it. Links to `/recover` unless said otherwise. */
  readonly password_changed: Happened;
  /** One text per kind of alert. Links to `/editprofile` unless said otherwise. */
  readonly security: Happened & { readonly kind: (typeof alertKinds)[number] };
  /** To the old address; `email` is the new one. */
  readonly email_changed: Happened & { readonly email: string };
  /**
   * Some news, in words that its domain has chosen: `title` and `message` in the mail's language, with `{{places}}`
   * that `values` fill. The button is left out where there is no link.
   */
  readonly notification: {
    readonly name: string;
    readonly title: string;
    readonly message: string;
    readonly values: Readonly<Record<string, string>>;
    /** Another user's own words, quoted below the text. */
    readonly message_from?: { readonly name: string; readonly text: string };
  };
}

export type MailTemplate = keyof MailValues;

/** One mail to one person. */
export type Mail = {
  [T in MailTemplate]: {
    readonly to: string;
    readonly language: Language;
    readonly template: T;
    readonly values: MailValues[T];
    /** Path and query of this site that the mail's button opens; the host comes from the configuration. */
    readonly link?: string;
  };
}[MailTemplate];

export interface Mailer {
  /**
   * Puts a mail into the queue with the transaction: it goes out after the commit, is tried again for a day (for as
   * long as its link works, if that is shorter), and its content, which may hold a token, lies sealed in the queue.
   * Where mail is not set up nothing is queued.
   */
  queue(trx: Trx, mail: Mail): Promise<void>;
  /** Sends at once with the settings as kept; MAIL_FAILED with the server's own words. Returns the message's id. */
  sendNow(mail: Mail): Promise<string>;
}
