import { domainToASCII } from "node:url";
import type { NodemailerError } from "nodemailer";
import type { SettingValues } from "#contract/settings.ts";
import { currentCall } from "../call-scope.ts";
import { oneLine } from "./text.ts";

/** An email as sent to the server. */
export interface Message {
  readonly to: string;
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address that ends emails of this kind with one POST (RFC 8058). */
  readonly unsubscribe?: string;
  /** The part of the Message-ID before the at sign: the same for every attempt at one email. */
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
  /** Public name of this machine, for the SMTP greeting. */
  readonly hostname: string;
}

const seconds = 1000;
/** A user waits for a test email, and a job must end: limits how long a server may take for each response. */
const patience = {
  dnsTimeout: 10 * seconds,
  connectionTimeout: 15 * seconds,
  greetingTimeout: 15 * seconds,
  socketTimeout: 60 * seconds,
} as const;

/** One address and nothing else: a comma, a bracket or a line break would make a part of it another recipient. */
const isAddress = (text: string) => /^[^\p{C}\p{Z}@<>()[\]\\,;:"]+@[^\p{C}\p{Z}@<>()[\]\\,;:"]+$/u.test(text);

/** Hands one message to the configured server and returns its Message-ID. Throws the server's message. */
export async function sendMessage(message: Message, settings: SmtpSettings): Promise<string> {
  if (!isAddress(message.to)) throw new NoAddressError("This is not a valid email address.");
  // Loaded with the first email: many sites send none for days.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    host: settings.smtp_host,
    port: settings.smtp_port,
    name: settings.hostname,
    secure: settings.smtp_security === "tls",
    // No silent fallback to plain text: a man in the middle would only have to hide the offer.
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
        // Holiday notices and the like must not be sent in reply.
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        ...(message.unsubscribe !== undefined && {
          "List-Unsubscribe": `<${message.unsubscribe}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }),
        // The reason for an email can be found in the log.
        ...(call !== undefined && { "X-Request-Id": call.id }),
      },
    });
    return messageId;
  } finally {
    transport.close();
  }
}

class NoAddressError extends Error {}

/** The configured address; otherwise the account's own, when that is an address; otherwise one of this machine's name. */
function senderOf({ smtp_from_email, smtp_user, hostname }: SmtpSettings): string {
  if (smtp_from_email !== "") return smtp_from_email;
  return isAddress(smtp_user) ? smtp_user : `no-reply@${hostname}`;
}

/** The server's message, in its own words and on one line; otherwise the connection error. */
export function reasonOf(error: unknown): string {
  const { response, message } = error as Partial<NodemailerError>;
  return oneLine(response || message || String(error), 300);
}

/**
 * Whether retries are useless: the server permanently refused this recipient or this message. Everything else
 * (unreachable, busy, wrong password, sender not allowed) is for the administrator to fix while the email waits.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (error instanceof NoAddressError) return true;
  const { responseCode = 0, command } = error as Partial<NodemailerError>;
  return responseCode >= 500 && responseCode < 600 && (command === "RCPT TO" || command === "DATA");
}
