import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { SettingValues } from "#contract/settings.ts";
import type { TestApp } from "./app.ts";
import type { TestCertificate } from "./certificate.ts";
import type { TestClient } from "./client.ts";

/** An email as received by the server. */
export interface TakenMail {
  /** Envelope recipient: the actual one. */
  readonly to: string;
  readonly from: string;
  /** Every byte, headers first. */
  readonly raw: string;
  readonly isEncrypted: boolean;
  /** Name of the account that submitted it; empty without one. */
  readonly account: string;
}

export interface ReceivedMail extends TakenMail {
  /** Parsed as by an email client. */
  readonly mail: Email;
  /** The first link of its plain text. */
  readonly link: string;
}

export interface TestSmtp {
  readonly port: number;
  /** All accepted emails, oldest first. */
  readonly mails: readonly TakenMail[];
  /** Number of submission attempts, accepted or not. */
  readonly tries: () => number;
  /** The oldest email to this address that was not requested before; waits for it. */
  next(to: string, wanted?: { within?: number; subject?: string }): Promise<ReceivedMail>;
  /** Refuses the next emails, one response each: `451 4.3.0 busy`. */
  refuse(...answers: string[]): void;
  close(): Promise<void>;
}

export interface TestSmtpOptions {
  readonly account?: { readonly user: string; readonly password: string };
  readonly certificate?: TestCertificate;
  /** Encrypted from the first byte rather than by STARTTLS. */
  readonly isImplicitTls?: boolean;
}

/**
 * A real SMTP server on loopback. Without a certificate it offers no encryption, without an account it requires no
 * authentication.
 */
export async function testSmtp({
  account,
  certificate,
  isImplicitTls = false,
}: TestSmtpOptions = {}): Promise<TestSmtp> {
  const mails: TakenMail[] = [];
  const asked = new Set<TakenMail>();
  const answers: string[] = [];
  let tries = 0;
  const off = [
    ...(certificate === undefined ? ["STARTTLS"] : []),
    ...(account === undefined ? ["AUTH"] : []),
  ];
  const options: SMTPServerOptions = {
    ...certificate,
    secure: isImplicitTls,
    disabledCommands: off,
    authOptional: account === undefined,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === account?.user && password === account?.password
        ? done(null, { user: username })
        : done(Object.assign(new Error("5.7.8 wrong name or password"), { responseCode: 535 })),
    onRcptTo: (_address, _session, done) => {
      tries += 1;
      const [code, ...words] = answers.shift()?.split(" ") ?? [];
      if (code === undefined) return done();
      return done(Object.assign(new Error(words.join(" ")), { responseCode: Number(code) }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          to: rcptTo.map(({ address }) => address).join(),
          from: mailFrom === false ? "" : mailFrom.address,
          raw: Buffer.concat(chunks).toString(),
          isEncrypted: session.secure,
          account: String(session.user ?? ""),
        });
        done();
      });
    },
  };
  const server = new SMTPServer(options);
  // A client that distrusts the certificate disconnects: nothing to report.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    tries: () => tries,
    refuse: (...more) => void answers.push(...more),
    async next(to, { within = 120_000, subject } = {}) {
      const end = Date.now() + within;
      for (;;) {
        for (const found of mails.filter((mail) => mail.to === to && !asked.has(mail))) {
          const mail = await PostalMime.parse(found.raw);
          if (subject !== undefined && mail.subject !== subject) continue;
          asked.add(found);
          return { ...found, mail, link: /https?:\/\/\S+/.exec(mail.text ?? "")?.[0] ?? "" };
        }
        if (Date.now() > end)
          throw new Error(
            `No mail to ${to}; there are ${mails.map((mail) => mail.to).join(", ") || "none"}.`,
          );
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Settings for sending through it. */
export const smtpSettings = ({ port }: TestSmtp) =>
  ({
    smtp_host: "127.0.0.1",
    smtp_port: port,
    smtp_security: "none",
    smtp_from_email: "site@example.org",
  }) as const;

/** Sets up email as a super admin does, including the test email. Returns their client. */
export async function setUpMail(
  app: TestApp,
  server: TestSmtp,
  settings: Partial<SettingValues> = {},
): Promise<TestClient> {
  const admin = await app.as(await app.user({ role: "super_admin" }));
  await admin.call("PUT /api/settings", { body: { ...smtpSettings(server), ...settings } });
  await admin.call("POST /api/settings/test-mail", { body: { to: "test@example.org" } });
  await server.next("test@example.org");
  return admin;
}

/** The token at the end of an email's link. */
export const tokenOf = (link: string) => /([\w-]{43})$/.exec(link)?.[1] ?? "";
