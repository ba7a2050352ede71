import { randomUUID } from "node:crypto";
import type { SecretSetting, SettingValues } from "#contract/settings.ts";
import type { Clock } from "../clock.ts";
import { AppError } from "../errors.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { JobRun } from "../jobs/run.ts";
import type { AppKey } from "../key.ts";
import type { Log } from "../log.ts";
import { createMetrics, type Metrics } from "../metrics.ts";
import { linkTo } from "./compose.ts";
import { renderMail } from "./layout.ts";
import { sendMail } from "./mail.jobs.ts";
import type { Mail, Mailer } from "./mail.ts";
import { isRefusedForGood, reasonOf, type SmtpSettings, sendMessage } from "./smtp.ts";

export interface MailerOptions {
  readonly settings: { get(): SettingValues; secret(key: SecretSetting): string };
  readonly jobs: Pick<Jobs, "send">;
  readonly key: AppKey;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: Metrics;
  /** Called for an email that the server rejected permanently. */
  readonly rejected?: (mail: Mail) => Promise<void>;
  /** Public address of this site. From the configuration and never from a request, whose Host header any client can set. */
  readonly siteAddress: string;
}

/** The mailer with its job handler. */
export interface WorkingMailer extends Mailer {
  /** One attempt at a queued email. Throws the error, for the next attempt. */
  deliver(job: { readonly sealed: string }, run: Pick<JobRun, "id">): Promise<void>;
}

/** The content of the queue. */
interface Queued {
  readonly mail: Mail;
  readonly at: string;
}

const purpose = "mail";
const minute = 60_000;
/** Minutes after which an email is no longer useful. */
const usefulMinutes = ({ values }: Mail) =>
  Math.min(24 * 60, ("minutes" in values ? values.minutes : undefined) ?? Infinity);

export function createMailer(options: MailerOptions): WorkingMailer {
  const { settings, jobs, key, clock, log, metrics = createMetrics(), siteAddress } = options;
  const mails = metrics.counter({
    name: "sitewalk_mails_total",
    help: "Emails that this process handed to the mail server, or failed to.",
    labels: ["outcome"],
  });
  const smtp = (): SmtpSettings => ({
    ...settings.get(),
    password: settings.secret("smtp_password"),
    hostname: new URL(siteAddress).hostname,
  });
  const send = (mail: Mail, id: string, at: Date): Promise<string> => {
    const { website_name: name, theme_color: color } = settings.get();
    const rendered = renderMail(mail, { name, color, address: siteAddress }, at);
    const message = {
      ...rendered,
      to: mail.to,
      language: mail.language,
      id,
      ...(mail.unsubscribe !== undefined && { unsubscribe: linkTo(siteAddress, mail.unsubscribe) }),
    };
    return sendMessage(message, smtp()).then(
      (answer) => {
        mails.add(1, { outcome: "sent" });
        return answer;
      },
      (error: unknown) => {
        mails.add(1, { outcome: "failed" });
        throw error;
      },
    );
  };
  return {
    async queue(trx, mail) {
      if (settings.get().smtp_host === "") return;
      const queued: Queued = { mail, at: clock.now().toISOString() };
      await jobs.send(trx, sendMail, { sealed: key.seal(purpose, JSON.stringify(queued)) });
    },
    async sendNow(mail) {
      if (settings.get().smtp_host === "")
        throw new AppError("MAIL_FAILED", { values: { reason: "smtp_host is empty" } });
      try {
        return await send(mail, randomUUID(), clock.now());
      } catch (cause) {
        throw new AppError("MAIL_FAILED", { values: { reason: reasonOf(cause) }, cause });
      }
    },
    async attempt(mail, { id, at }) {
      if (settings.get().smtp_host === "") throw new Error("Email is not set up.");
      try {
        await send(mail, id, at);
        return null;
      } catch (cause) {
        const reason = reasonOf(cause);
        if (isRefusedForGood(cause)) return reason;
        throw new Error(`The mail server rejected the message: ${reason}`, { cause });
      }
    },
    async deliver({ sealed }, { id }) {
      const text = key.open(purpose, sealed);
      if (text === null) return log.warn({ id }, "an email sealed with another key was dropped");
      const { mail, at } = JSON.parse(text) as Queued;
      const { template } = mail;
      if (settings.get().smtp_host === "") return log.warn({ id, template }, "email is switched off");
      const asked = new Date(at);
      if (clock.now().getTime() - asked.getTime() > usefulMinutes(mail) * minute)
        return log.warn({ id, template }, "an email could not be sent in time and was dropped");
      try {
        await send(mail, id, asked);
      } catch (cause) {
        const reason = reasonOf(cause);
        if (!isRefusedForGood(cause))
          throw new Error(`The mail server rejected the message: ${reason}`, { cause });
        log.warn({ id, template, reason }, "an email was rejected permanently");
        await options.rejected?.(mail);
      }
    },
  };
}

/** Public address of this site: as configured, otherwise this machine itself. */
export function siteAddressOf(config: { readonly PUBLIC_URL: string; readonly PORT: number }): string {
  return config.PUBLIC_URL === "" ? `http://localhost:${config.PORT}` : config.PUBLIC_URL;
}
