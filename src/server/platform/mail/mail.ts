import type { Language } from "#contract/languages.ts";
import type { Trx } from "../database.ts";

/** The mails there are; their texts stand in `i18n/<language>/mail.json`. */
export type MailTemplate =
  | "test"
  | "activation"
  | "invitation"
  | "recovery"
  | "password_changed"
  | "security"
  | "email_changed";

export interface Mail {
  readonly to: string;
  readonly language: Language;
  readonly template: MailTemplate;
  /** What fills the template's `{placeholders}`. */
  readonly values: Readonly<Record<string, string | number>>;
  /** Path and query of this site that the mail's button opens; the host comes from the configuration. */
  readonly link?: string;
}

export interface Mailer {
  /**
   * Puts a mail into the queue with the transaction: it goes out after the commit, is tried again for a day, and its
   * content (it may carry a token) lies sealed in the queue. Where mail is not set up nothing is queued.
   */
  queue(trx: Trx, mail: Mail): Promise<void>;
  /** Sends at once with the settings as kept; MAIL_FAILED with the server's own words. Returns the message's id. */
  sendNow(mail: Mail): Promise<string>;
}
