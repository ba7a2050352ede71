import { domainToASCII } from "node:url";
import type { NodemailerError } from "nodemailer";
import type { SettingValues } from "#contract/settings.ts";
import { currentCall } from "../call-scope.ts";
import { oneLine } from "./text.ts";

/** A mail as it goes over the wire. */
export interface Message {
  readonly to: string;
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The part of the Message-ID before the at sign: the same for every try at one mail. */
  readonly id: string;
}

export interface SmtpSettings
  extends Pick<
    SettingValues,
    | "website_name"
    | "smtp_host"
    | "smtp_port"
    | "smtp_security"
    | "smtp_user"
    | "smtp_from_name"
    | "smtp_from_email"
  > {
  readonly password: string;
  /** Name of this machine to the outside: how it introduces itself. */
  readonly hostname: string;
}

const seconds = 1000;
/** Somebody waits for a test mail, and a job must end: no server is given longer to say the next word. */
const patience = {
  dnsTimeout: 10 * seconds,
  connectionTimeout: 15 * seconds,
  greetingTimeout: 15 * seconds,
  socketTimeout: 60 * seconds,
} as const;

/** One address and nothing else: a comma, a bracket or a line break would make another reader of a part of it. */
const isAddress = (text: string) => /^[^\p{C}\p{Z}@<>()[\]\\,;:"]+@[^\p{C}\p{Z}@<>()[\]\\,;:"]+$/u.test(text);

/** Hands one message to the server of the settings and returns its Message-ID. Throws what the server said. */
export async function sendMessage(message: Message, settings: SmtpSettings): Promise<string> {
  if (!isAddress(message.to)) throw new NoAddressError("This is not a valid email address.");
  // Loaded with the first mail: many sites send none for days.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    host: settings.smtp_host,
    port: settings.smtp_port,
    name: settings.hostname,
    secure: settings.smtp_security === "tls",
    // No quiet fall-back to clear text: a man in the middle would only have to hide the offer.
    requireTLS: settings.smtp_security === "starttls",
    ignoreTLS: settings.smtp_security === "none",
    ...(settings.smtp_user === "" ? {} : { auth: { user: settings.smtp_user, pass: settings.password } }),
    ...patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = senderOf(settings);
  const call = currentCall();
  try {
    const { messageId } = await transport.sendMail({
      from: { name: oneLine(settings.smtp_from_name || settings.website_name), address: from },
      to: { name: "", address: message.to },
      subject: message.subject,
      text: message.text,
      html: message.html,
      messageId: `<${message.id}@${domainToASCII(from.slice(from.lastIndexOf("@") + 1))}>`,
      headers: {
        "Content-Language": message.language,
        // Holiday notices and the like must not be answered to it.
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        // Who asks why he got this mail can be answered from the log.
        ...(call !== undefined && { "X-Request-Id": call.id }),
      },
    });
    return messageId;
  } finally {
    transport.close();
  }
}

class NoAddressError extends Error {}

/** The address of the settings; else the account's own, when that is an address; else one of this machine's name. */
function senderOf({ smtp_from_email, smtp_user, hostname }: SmtpSettings): string {
  if (smtp_from_email !== "") return smtp_from_email;
  return isAddress(smtp_user) ? smtp_user : `no-reply@${hostname}`;
}

/** What the server said, in its own words and on one line; what went wrong on the way to it otherwise. */
export function reasonOf(error: unknown): string {
  const { response, message } = error as Partial<NodemailerError>;
  return oneLine(response || message || String(error), 300);
}

/**
 * Whether trying again is useless: the server refused this recipient or this message for good. Everything else (not
 * reached, busy, wrong password, sender not allowed) is the administrator's to mend while the mail waits.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (error instanceof NoAddressError) return true;
  const { responseCode = 0, command } = error as Partial<NodemailerError>;
  return responseCode >= 500 && responseCode < 600 && (command === "RCPT TO" || command === "DATA");
}
