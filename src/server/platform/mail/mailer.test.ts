import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import type { Language } from "#contract/languages.ts";
import { alertKinds } from "#contract/sessions.ts";
import { type SettingValues, settingDefaults } from "#contract/settings.ts";
import { testCertificate } from "#test/certificate.ts";
import { smtpSettings, type TestSmtp, type TestSmtpOptions, testSmtp } from "#test/smtp.ts";
import type { Trx } from "../database.ts";
import { createAppKey } from "../key.ts";
import { createLog } from "../log.ts";
import { linkTo } from "./compose.ts";
import { renderMail } from "./layout.ts";
import type { Mail, MailTemplate, MailValues } from "./mail.ts";
import { createMailer } from "./mailer.ts";

const siteAddress = "https://site.example.org";
const brand = { name: "Sitewalk", color: "#2987f2", address: siteAddress };
const at = new Date("2026-11-21T03:15:00Z");
const key = createAppKey("a secret of the test");
const happened = { name: "Maryam", address: "203.0.113.7", device: "Firefox, Linux" };

const samples: { [T in MailTemplate]: MailValues[T] } = {
  test: {},
  activation: { minutes: 3 * 24 * 60 },
  invitation: { name: "Maryam", inviter: "North Tower Ltd", minutes: 7 * 24 * 60 },
  project_invitation: {
    name: "Maryam",
    inviter: "Survey Team",
    project: "North Tower (phase 2)",
    minutes: 14 * 24 * 60,
    message: "",
  },
  recovery: { minutes: 60 },
  password_changed: happened,
  security: { ...happened, kind: "new_device" },
  email_changed: { ...happened, email: "new@example.org" },
  notification: {
    name: "Maryam",
    title: "New visit",
    message: "{{actor}} added the visit “{{visit}}”.",
    values: { actor: "North Tower Ltd", visit: "Week 12" },
  },
  crew: {
    id_link: 1,
    texts: {
      subject: "{{project}}: new snags",
      title: "New snags for {{crew}}",
      greeting: "Hello {{name}},",
      text: "Open the link to answer.",
      button: "Open my snags",
      open_link: "If the button does not work:",
      note: "Do not forward it.",
      footer: "Sent by {{site}} to {{to}}.",
    },
    values: { name: "Maryam", crew: "Tilers", project: "North Tower" },
    rows: [["#12", "Cracked tile"]],
    links: [],
    unsubscribe: "/answer/abc/unsubscribe",
  },
};
const sample = (template: MailTemplate, language: Language, link?: string) =>
  ({
    to: "reader@example.org",
    language,
    template,
    values: samples[template],
    ...(link !== undefined && { link }),
  }) as Mail;

async function server(options: TestSmtpOptions = {}): Promise<TestSmtp> {
  const smtp = await testSmtp(options);
  onTestFinished(() => smtp.close());
  return smtp;
}

/** A mailer that sends its emails to that server. Its queue is tested by the domains. */
function mailerTo(smtp: TestSmtp, settings: Partial<SettingValues> = {}, password = "", now = () => at) {
  const values = { ...settingDefaults, ...smtpSettings(smtp), ...settings };
  return createMailer({
    settings: { get: () => values, secret: () => password },
    jobs: { send: async () => null },
    key,
    clock: { now },
    log: createLog("silent"),
    siteAddress,
  });
}

const sealed = (mail: Mail, asked = at) => ({
  sealed: key.seal("mail", JSON.stringify({ mail, at: asked.toISOString() })),
});

describe("email", () => {
  it("arrives with plain text and HTML, its sender, its own Message-ID, and the auto-generated header", async () => {
    const smtp = await server();
    const id = await mailerTo(smtp, { smtp_from_name: "North Tower", theme_color: "#0f7a55" }).sendNow(
      sample("recovery", "en", "/recover?token=abc"),
    );
    const { mail, from, link } = await smtp.next("reader@example.org");
    expect(from).toBe("site@example.org");
    expect(mail.from).toEqual({ name: "North Tower", address: "site@example.org" });
    expect(mail.subject).toBe("Set a new password for Sitewalk");
    expect(mail.messageId).toBe(id);
    expect(id).toMatch(/^<[\w-]{36}@example\.org>$/);
    const header = (name: string) => mail.headers.find((one) => one.key === name)?.value;
    expect(header("auto-submitted")).toBe("auto-generated");
    expect(header("content-language")).toBe("en");
    expect(mail.text).toContain(
      "Someone, probably you, requested a new password for your account on Sitewalk.",
    );
    expect(mail.text).toContain("This link works once and expires after 60 minutes.");
    expect(link).toBe("https://site.example.org/recover?token=abc");
    expect(mail.html).toContain('<html lang="en" dir="ltr">');
    expect(mail.html).toContain('href="https://site.example.org/recover?token=abc"');
    expect(mail.html).toContain("background:#0f7a55;color:#ffffff");
  });

  it("is written from right to left in Arabic, with names and addresses isolated", async () => {
    const smtp = await server();
    await mailerTo(smtp).sendNow(sample("invitation", "ar", "/activate/abc"));
    const { mail, raw } = await smtp.next("reader@example.org");
    expect(mail.subject).toBe("أنت مدعو إلى Sitewalk");
    expect(raw, "headers are plain ASCII on the wire").toMatch(/^Subject: =\?UTF-8\?/im);
    expect(mail.html).toContain('<html lang="ar" dir="rtl">');
    expect(mail.html).toContain("text-align:right");
    expect(mail.html).toContain("<bdi>North Tower Ltd</bdi>");
    expect(mail.html).toMatch(/<a href="https:\/\/site\.example\.org\/activate\/abc" dir="ltr"/);
    expect(mail.text).toContain("مرحبًا Maryam،");
    expect(mail.text).toContain("ومدة صلاحيته: 7 أيام");
    expect(mail.headers.find((one) => one.key === "content-language")?.value).toBe("ar");
  });

  it.each([
    ["en", "Message from Survey Team:", "[removed]"],
    ["ar", "رسالة من Survey Team:", "[محذوف]"],
  ] as const)(
    "quotes the message of an invitation in both parts, without addresses and markup, in %s",
    (language, from, removed) => {
      const message =
        "Please look at <b>level 3</b> & the roof.\n\nForm: https://evil.example/x or www.evil.example";
      const values = { ...samples.project_invitation, message };
      const { text, html } = renderMail(
        { ...sample("project_invitation", language), values } as Mail,
        brand,
        at,
      );
      expect(text).toContain(
        `${from}\n> Please look at <b>level 3</b> & the roof.\n>\n> Form: ${removed} or ${removed}`,
      );
      expect(html).toContain("Please look at &lt;b&gt;level 3&lt;/b&gt; &amp; the roof.");
      expect(html.replaceAll(/<\/?bdi>/g, "")).toContain(from);
      expect(text + html).not.toMatch(/evil|<b>level 3<\/b> &amp;/);
    },
  );

  it.each(["en", "ar"] as const)(
    "leaves no placeholder unfilled, whatever its template, in %s",
    (language) => {
      const security = alertKinds.map(
        (kind) => ({ ...sample("security", language), values: { ...samples.security, kind } }) as Mail,
      );
      const mails = [
        ...Object.keys(samples).map((name) => sample(name as MailTemplate, language)),
        ...security,
      ];
      for (const mail of mails) {
        const { subject, text, html } = renderMail(mail, brand, at);
        expect(`${subject}${text}${html}`, mail.template).not.toMatch(/\{\{|undefined|null/);
        for (const part of [subject, text, html]) expect(part.length).toBeGreaterThan(10);
      }
      expect(new Set(security.map((mail) => renderMail(mail, brand, at).subject)).size).toBe(
        alertKinds.length,
      );
    },
  );

  it("says when, where and with what something happened, in the language's words and UTC", () => {
    const { text } = renderMail(sample("password_changed", "en"), brand, at);
    expect(text).toContain("Time: 21 November 2026 at 03:15 UTC");
    expect(text).toContain("IP address: 203.0.113.7");
    expect(text).toContain("Device: Firefox, Linux");
    expect(renderMail(sample("password_changed", "ar"), brand, at).text).toMatch(/21 نوفمبر 2026/);
  });

  it("treats markup in a value as text", () => {
    const values = { ...samples.invitation, inviter: '<img src=x onerror="alert(1)">' };
    const site = { ...brand, name: "<b>Site</b>" };
    const { html } = renderMail({ ...sample("invitation", "en"), values } as Mail, site, at);
    expect(html).not.toMatch(/<img|<b>/);
    expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
    const broken = renderMail(sample("test", "en"), { ...brand, color: "red;} </style>" }, at);
    expect(broken.html).not.toContain("</style>");
  });

  it("has its button in a tone of the site's colour on which white is readable", () => {
    const button = (color: string) =>
      /background:(#\w{6});color:#ffffff/.exec(
        renderMail(sample("test", "en"), { ...brand, color }, at).html,
      )?.[1];
    expect(button("#0f7a55")).toBe("#0f7a55");
    expect(button("#2987f2")).toBe("#2373ce");
    expect(button("#ffee00")).toMatch(/^#[6-8]\w[6-8]\w00$/);
  });

  it("greets with a name, and without one that could pass for an address or an offer", () => {
    const greeting = (name: string) =>
      renderMail(
        { ...sample("invitation", "en"), values: { ...samples.invitation, name } } as Mail,
        brand,
        at,
      ).text.split("\n")[0];
    expect(greeting("Maryam al-Kuwari")).toBe("Hello Maryam al-Kuwari,");
    expect(greeting("مريم")).toBe("Hello مريم,");
    for (const name of ["", "visit evil.example", "https://evil.example", "win 1000 now", "a".repeat(61)])
      expect(greeting(name), name).toBe("Hello,");
  });

  it("gets no additional header, line or recipient from any value", async () => {
    const smtp = await server();
    const bent = "x\r\nBcc: victim@example.org\r\n\r\nanother body\u2028";
    const mailer = mailerTo(smtp, { website_name: bent, smtp_from_name: bent });
    await mailer.sendNow({
      to: "reader@example.org",
      language: "en",
      template: "security",
      values: { kind: "new_device", name: bent, address: bent, device: bent },
    });
    const { mail, raw, to } = await smtp.next("reader@example.org");
    expect(to).toBe("reader@example.org");
    expect(mail.bcc ?? []).toEqual([]);
    const [head = ""] = raw.split("\r\n\r\n");
    expect(head).not.toMatch(/^bcc:/im);
    expect(mail.to).toEqual([{ name: "", address: "reader@example.org" }]);
    expect(mail.text).toContain("Device: x Bcc: victim@example.org another body");
  });

  it("supports plus signs, other alphabets and international domains", async () => {
    const smtp = await server();
    for (const to of ["site+north@example.org", "maryam@bücher.example", "مريم@example.org"]) {
      await mailerTo(smtp).sendNow({ ...sample("test", "en"), to });
      expect((await smtp.next(to)).mail.subject).toBe("Test email from Sitewalk");
    }
  });

  it("is not sent to an invalid address", async () => {
    const smtp = await server();
    for (const to of [
      "reader@example.org\r\nRCPT TO:<victim@example.org>",
      "reader@example.org>\r\n",
      "a@example.org,b@example.org",
      "",
    ])
      await expect(mailerTo(smtp).sendNow({ ...sample("test", "en"), to }), to).rejects.toMatchObject({
        code: "MAIL_FAILED",
      });
    expect(smtp.mails).toEqual([]);
  });
});

describe("link in an email", () => {
  it("leads to this site and nowhere else", () => {
    expect(linkTo("https://site.example.org", "/recover?token=a-b_c")).toBe(
      "https://site.example.org/recover?token=a-b_c",
    );
    for (const path of [
      "//evil.example/",
      "/\\evil.example",
      "https://evil.example",
      "recover",
      "javascript:1",
    ])
      expect(() => linkTo("https://site.example.org", path), path).toThrow(/not a path of this installation/);
  });
});

describe("connection to the server", () => {
  const usual = getCACertificates("default");
  afterEach(() => setDefaultCACertificates(usual));
  const account = { user: "site@example.org", password: "mail secret" };
  const signedIn = { smtp_host: "localhost", smtp_user: account.user };

  it("is encrypted by STARTTLS, and the account is sent only after that", async () => {
    const certificate = testCertificate();
    setDefaultCACertificates([...usual, certificate.cert]);
    const smtp = await server({ certificate, account });
    const mailer = mailerTo(smtp, { ...signedIn, smtp_security: "starttls" }, account.password);
    await mailer.sendNow(sample("test", "en"));
    expect(await smtp.next("reader@example.org")).toMatchObject({ isEncrypted: true, account: account.user });
  });

  it("is encrypted from the first byte where the settings say so", async () => {
    const certificate = testCertificate();
    setDefaultCACertificates([...usual, certificate.cert]);
    const smtp = await server({ certificate, account, isImplicitTls: true });
    const mailer = mailerTo(smtp, { ...signedIn, smtp_security: "tls" }, account.password);
    await mailer.sendNow(sample("test", "en"));
    expect(await smtp.next("reader@example.org")).toMatchObject({ isEncrypted: true, account: account.user });
  });

  it("is refused when the server offers no encryption, or an untrusted certificate", async () => {
    const clear = await server();
    const strange = await server({ certificate: testCertificate() });
    for (const smtp of [clear, strange]) {
      const mailer = mailerTo(smtp, { smtp_host: "localhost", smtp_security: "starttls" });
      await expect(mailer.sendNow(sample("test", "en"))).rejects.toMatchObject({ code: "MAIL_FAILED" });
      expect(smtp.tries()).toBe(0);
    }
  });

  it("reports a failure in the server's own words, without the password", async () => {
    const certificate = testCertificate();
    setDefaultCACertificates([...usual, certificate.cert]);
    const smtp = await server({ certificate, account });
    const wrong = mailerTo(smtp, { ...signedIn, smtp_security: "starttls" }, "not the secret");
    const refusal = await wrong.sendNow(sample("test", "en")).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: "MAIL_FAILED",
      values: { reason: expect.stringContaining("wrong name or password") },
    });
    expect(JSON.stringify(refusal)).not.toContain("not the secret");

    const full = await server();
    full.refuse("552 5.2.2 mailbox full");
    await expect(mailerTo(full).sendNow(sample("test", "en"))).rejects.toMatchObject({
      values: { reason: expect.stringContaining("5.2.2 mailbox full") },
    });
    const none = mailerTo(full, { smtp_host: "" });
    await expect(none.sendNow(sample("test", "en"))).rejects.toMatchObject({ code: "MAIL_FAILED" });
  });
});

describe("queued email", () => {
  it("is sealed in the queue, and not queued where email is not set up", async () => {
    const smtp = await server();
    const sent: unknown[] = [];
    const mailer = (settings: Partial<SettingValues>) =>
      createMailer({
        settings: {
          get: () => ({ ...settingDefaults, ...smtpSettings(smtp), ...settings }),
          secret: () => "",
        },
        jobs: { send: async (_trx, _job, data) => String(sent.push(data)) },
        key,
        clock: { now: () => at },
        log: createLog("silent"),
        siteAddress,
      });
    const none = undefined as unknown as Trx;
    await mailer({ smtp_host: "" }).queue(none, sample("recovery", "en", "/recover?token=abc"));
    expect(sent).toEqual([]);
    await mailer({}).queue(none, sample("recovery", "en", "/recover?token=abc"));
    expect(sent).toEqual([{ sealed: expect.any(String) }]);
    expect(
      Buffer.from(String(Object.values(sent[0] as object)[0]), "base64url").toString("latin1"),
    ).not.toMatch(/abc|reader/);
  });

  it("has the same Message-ID in every attempt, so that a duplicate can be recognised", async () => {
    const smtp = await server();
    const job = sealed(sample("test", "en"));
    const id = "6f1f3c0e-52a5-4a0c-9c3f-0d6c1d8e9b11";
    await mailerTo(smtp).deliver(job, { id });
    await mailerTo(smtp).deliver(job, { id });
    for (const _ of smtp.mails)
      expect((await smtp.next("reader@example.org")).mail.messageId).toBe(`<${id}@example.org>`);
    expect(smtp.mails).toHaveLength(2);
  });

  it("waits while the server is busy, and is given up when it is permanently refused", async () => {
    const smtp = await server();
    const job = sealed(sample("test", "en"));
    smtp.refuse("451 4.3.0 busy", "550 5.1.1 no such mailbox");
    await expect(mailerTo(smtp).deliver(job, { id: "one" })).rejects.toThrow("4.3.0 busy");
    await mailerTo(smtp).deliver(job, { id: "one" });
    expect([smtp.tries(), smtp.mails.length]).toEqual([2, 0]);
  });

  it("is dropped when its link has expired, or after a day", async () => {
    const smtp = await server();
    const minutes = (n: number) => new Date(at.getTime() - n * 60_000);
    const deliver = (mail: Mail, asked: Date) => mailerTo(smtp).deliver(sealed(mail, asked), { id: "one" });
    await deliver(sample("recovery", "en", "/recover?token=a"), minutes(61));
    await deliver(sample("activation", "en", "/activate/a"), minutes(24 * 60 + 1));
    expect(smtp.tries()).toBe(0);
    await deliver(sample("recovery", "en", "/recover?token=a"), minutes(59));
    await deliver(sample("activation", "en", "/activate/a"), minutes(24 * 60 - 1));
    expect(smtp.mails).toHaveLength(2);
  });

  it("that was sealed with another key is dropped, not retried forever", async () => {
    const smtp = await server();
    await mailerTo(smtp).deliver({ sealed: createAppKey("other").seal("mail", "{}") }, { id: "one" });
    expect(smtp.tries()).toBe(0);
  });
});
