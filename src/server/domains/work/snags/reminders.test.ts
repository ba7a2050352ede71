import { describe, expect, it } from "vitest";
import { teller } from "#server/domains/installation/notifications/news.fixture.ts";
import { createReminders } from "./reminders.ts";
import { createSnagNews } from "./snag-news.ts";
import { bell, empty, type Person, snagsWorld } from "./snags.fixture.ts";

const world = snagsWorld();
const { pin, put, get } = world;

/** The morning job on a day. */
async function morning(day: string, { smtp_host = "mail.example.org" } = {}) {
  const { app } = world.is;
  const { notices, jobs } = teller(app, { smtp_host });
  const remind = createReminders({
    db: app.database.db,
    clock: { now: () => new Date(`${day}T03:00:00Z`) },
    news: createSnagNews(notices),
  });
  await remind();
  return jobs as unknown as { sort: string; to: number[]; link: string; values: { count: number } }[];
}
const told = async (who: Person) => (await bell(who)).map(({ title }) => title);

describe("reminders", () => {
  it("are sent the day before and the day after, once each, as notification and by email", async () => {
    const who = await world.member("trade");
    const { id } = await pin({ id_assignee: who.id, due_date: "2026-04-10" });
    await empty(who);
    expect(await morning("2026-04-08")).toEqual([]);
    expect(await morning("2026-04-09")).toMatchObject([
      { sort: "snag_due", to: [who.id], link: `/snags/${id}`, values: { count: 1 } },
    ]);
    // The queue may run a job twice.
    expect(await morning("2026-04-09")).toEqual([]);
    expect(await morning("2026-04-10")).toEqual([]);
    expect(await morning("2026-04-11")).toMatchObject([{ sort: "snag_overdue", to: [who.id] }]);
    expect(await morning("2026-04-11")).toEqual([]);
    expect(await morning("2026-04-12")).toEqual([]);
    expect(await told(who)).toEqual(["Snag overdue", "Snag due tomorrow"]);
    expect(await get(id)).toMatchObject({ version: 1 });
  });

  it("are sent once however many run the job at the same moment", async () => {
    const who = await world.member("trade");
    await pin({ id_assignee: who.id, due_date: "2026-05-10" });
    await empty(who);
    await Promise.all([morning("2026-05-09"), morning("2026-05-09"), morning("2026-05-09")]);
    expect(await told(who)).toEqual(["Snag due tomorrow"]);
  });

  it("are sent again for a changed date", async () => {
    const who = await world.member("trade");
    const { id } = await pin({ id_assignee: who.id, due_date: "2026-06-10" });
    await morning("2026-06-09");
    await put(id, { due_date: "2026-06-20" });
    await empty(who);
    expect(await morning("2026-06-11")).toEqual([]);
    await morning("2026-06-19");
    expect(await told(who)).toEqual(["Snag due tomorrow"]);
  });

  it("are not sent for closed snags, nor for projects in the bin", async () => {
    const who = await world.member("trade");
    const { id } = await pin({ id_assignee: who.id, due_date: "2026-07-10" });
    await put(id, { status: "closed" });
    expect(await morning("2026-07-09")).toEqual([]);
    const { owner, app } = world.is;
    const project = await owner.client.call("POST /api/projects", { body: { name: "To the bin" } });
    const place = await world.walk(project.id);
    await app.join(project.id, who, "trade");
    await pin({ id_visit: place.id_visit, id_assignee: who.id, due_date: "2026-07-10" });
    await owner.client.call("DELETE /api/projects/{id}", { params: { id: project.id } });
    expect(await morning("2026-07-09")).toEqual([]);
  });

  it("go to the author when there is no assignee, or when it awaits review", async () => {
    const { owner, trade } = world.is;
    const nobodys = await pin({ due_date: "2026-08-10" });
    const ready = await pin({ due_date: "2026-08-10", id_assignee: trade.id, status: "ready" });
    const jobs = await morning("2026-08-09");
    expect(jobs).toMatchObject([{ sort: "snag_due", to: [owner.id], values: { count: 2 } }]);
    expect([nobodys.id, ready.id]).toHaveLength(2);
  });

  it("are one email for all due snags of a project", async () => {
    const who = await world.member("trade");
    for (let n = 0; n < 3; n += 1) await pin({ id_assignee: who.id, due_date: "2026-09-10" });
    await empty(who);
    expect(await morning("2026-09-09")).toMatchObject([
      { to: [who.id], values: { count: 3 }, link: `/snags?id_project=${world.is.id_project}` },
    ]);
    expect(await told(who)).toEqual(["Snags due tomorrow"]);
  });

  it("catch up after some days without a server, and skip dates long past", async () => {
    const who = await world.member("trade");
    await pin({ id_assignee: who.id, due_date: "2026-10-10" });
    await pin({ id_assignee: who.id, due_date: "2026-09-20" });
    expect(await morning("2026-10-14")).toMatchObject([{ sort: "snag_overdue", values: { count: 1 } }]);
  });
});
