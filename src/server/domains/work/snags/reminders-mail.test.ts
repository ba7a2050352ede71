import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSignals } from "#server/platform/events/signals.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { setUpMail, type TestSmtp, testSmtp } from "#test/smtp.ts";
import { snagsWorld } from "./snags.fixture.ts";
import { remindOfSnags } from "./snags.jobs.ts";

// The whole product with its jobs, on the morning of a day.
const world = snagsWorld({
  clock: { now: () => new Date("2026-04-09T03:00:00Z") },
  environment: { ROLE: "all", PUBLIC_URL: "https://site.example.org" },
});

let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await testSmtp();
  await setUpMail(world.is.app, smtp);
});
afterAll(() => smtp.close());

/** Like the schedule does, from a process that only sends. */
async function sendJob(): Promise<void> {
  const { db, connection } = world.is.app.database;
  const log = createLog("silent");
  const jobs = createJobs({ connection, signals: createSignals({ db, connection, log }), log, works: false });
  await jobs.start();
  await db.transaction().execute((trx) => jobs.send(trx, remindOfSnags, {}));
  await jobs.stop();
}

describe("the morning job", () => {
  it("emails each recipient in their language, with a link to the snag", async () => {
    const { app } = world.is;
    const [english, arabic] = [await world.member("trade"), await world.member("trade")];
    await app.database.db.updateTable("users").set({ language: "ar" }).where("id", "=", arabic.id).execute();
    const subject = (mail: { mail: { subject?: string | undefined } }) => mail.mail.subject;
    const snag = await world.pin({ id_assignee: english.id, due_date: "2026-04-10" });
    await world.pin({ id_assignee: arabic.id, due_date: "2026-04-08" });
    expect(subject(await smtp.next(`${english.name}@example.org`))).toBe("Snag assigned to you – Sitewalk");
    expect(subject(await smtp.next(`${arabic.name}@example.org`))).toContain("ملاحظة مُسندة إليك");
    await sendJob();
    const due = await smtp.next(`${english.name}@example.org`);
    expect(subject(due)).toBe("Snag due tomorrow – Sitewalk");
    expect(due.mail.text).toContain(`No. ${snag.number} “Cracked tile” in “Palm Court” is due tomorrow.`);
    expect(due.link).toBe(`https://site.example.org/snags/${snag.id}`);
    expect(subject(await smtp.next(`${arabic.name}@example.org`))).toContain("ملاحظة متأخرة");
    const before = smtp.mails.length;
    await sendJob();
    const late = await world.member("trade");
    await world.pin({ id_assignee: late.id });
    await smtp.next(`${late.name}@example.org`);
    expect(smtp.mails.length).toBe(before + 1);
  });
});
