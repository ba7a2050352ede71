import type { CrewLanguage } from "#contract/crews.ts";
import type { Language } from "#contract/languages.ts";
import type { alertKinds } from "#contract/sessions.ts";
import type { Trx } from "../database.ts";

/** Context of a security event of an account, for its owner. */
interface Happened {
  /** Name for the greeting; a name that could pass for an address or an offer is left out. May be empty. */
  readonly name: string;
  /** Network address of the call. */
  readonly address: string;
  /** Browser and operating system, as far as known. */
  readonly device?: string;
}

/**
 * The kinds of email, and the values that each needs. Their texts are in `i18n/<language>/mail.json`; times, the site's
 * name and its colour are filled in here. An unverified address gets no words of another user except the quoted message
 * of an invitation, without web addresses.
 */
export interface MailValues {
  /** Sent by an administrator who sets up email. */
  readonly test: Readonly<Record<never, never>>;
  /** Confirms the address of a registration. Link `/activate/{token}`, valid for `minutes`. */
  readonly activation: { readonly minutes: number };
  /** Opens an account that another user created. Link `/activate/{token}`. `inviter` may be empty. */
  readonly invitation: { readonly name: string; readonly inviter: string; readonly minutes: number };
  /**
   * Opens an account that was created with a membership of a project. Link `/activate/{token}`. `inviter` and `project`
   * are left out where they could pass for an address or an offer.
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
  /** Sent after every change, by any user. Links to `/recover` by default. */
  readonly password_changed: Happened;
  /** One text per kind of alert. Links to `/editprofile` by default. */
  readonly security: Happened & { readonly kind: (typeof alertKinds)[number] };
  /** Sent to the old address; `email` is the new one. */
  readonly email_changed: Happened & { readonly email: string };
  /**
   * A notification with text of its domain: `title` and `message` in the email's language, with `{{places}}` that
   * `values` fill. The button is left out where there is no link.
   */
  readonly notification: {
    readonly name: string;
    readonly title: string;
    readonly message: string;
    readonly values: Readonly<Record<string, string>>;
    /** Another user's own words, quoted below the text. */
    readonly message_from?: { readonly name: string; readonly text: string };
  };
  /**
   * To a person of a crew, who has no account, in one of more languages than the interface has: all texts come with it,
   * with `{{places}}` that `values` fill.
   */
  readonly crew: {
    /** The link that is marked when the address does not accept emails. */
    readonly id_link: number;
    readonly minutes?: number;
    readonly texts: Readonly<
      Record<"subject" | "title" | "greeting" | "text" | "button" | "open_link" | "note" | "footer", string>
    >;
    readonly values: Readonly<Record<string, string>>;
    /** Lines below the text: label and value. */
    readonly rows: readonly (readonly [label: string, value: string])[];
    /** Further links: label, and path of this site. */
    readonly links: readonly (readonly [label: string, path: string])[];
    /** Path that ends these emails with one POST (RFC 8058); empty without one. */
    readonly unsubscribe: string;
  };
}

export type MailTemplate = keyof MailValues;

/** One email to one recipient. */
export type Mail = {
  [T in MailTemplate]: {
    readonly to: string;
    readonly language: T extends "crew" ? CrewLanguage : Language;
    readonly template: T;
    readonly values: MailValues[T];
    /** Path and query of this site that the email's button opens; the host comes from the configuration. */
    readonly link?: string;
  };
}[MailTemplate];

export interface Mailer {
  /**
   * Queues an email with the transaction: it is sent after the commit, is retried for a day (for as long as its link
   * works, if that is shorter), and its content, which may hold a token, is sealed in the queue. Nothing is queued
   * where email is not set up.
   */
  queue(trx: Trx, mail: Mail): Promise<void>;
  /**
   * Sends immediately with the stored settings; throws MAIL_FAILED with the server's own words. Returns the message's
   * id.
   */
  sendNow(mail: Mail): Promise<string>;
}
