import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { soon } from "#test/soon.ts";
import { client, codeOf, OwnerReportsWorld } from "./owner-reports.fixture.ts";

const world = new OwnerReportsWorld();

describe("a report", () => {
  it("reaches a member and a person without an account, each in their language, with a way to stop it", async () => {
    await world.setRecipients({ id_user: world.viewer.id }, client);
    const run = await world.send();
    expect(run?.deliveries).toMatchObject([
      { state: "sent", is_member: true, link: "none" },
      { state: "sent", is_member: false, link: "open", email: client.email, language: "ar" },
    ]);
    const toMember = await world.smtp.next(`${world.viewer.name}@example.org`);
    expect(toMember.link).toBe(`https://site.example.org/owner-report/${world.project}/${run?.id}`);
    const toClient = await world.smtp.next(client.email);
    expect(toClient.mail.subject).toContain("Palm Court: تقرير");
    expect(toClient.raw).toMatch(/^Content-Language: ar/m);
    const code = codeOf(toClient.mail.text ?? "");
    const headers = new Map(toClient.mail.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("list-unsubscribe")).toBe(`<https://site.example.org/report/${code}/unsubscribe>`);
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(toClient.mail.html).toContain("<table");
    expect(toClient.mail.text).toContain("سُجّلت ملاحظة واحدة");
  });

  it("opens by its link without an account; opening, however often, changes nothing until the page was seen", async () => {
    await world.setRecipients(client);
    const run = await world.send();
    const code = codeOf((await world.smtp.next(client.email)).mail.text ?? "");
    for (let n = 0; n < 5; n += 1) {
      await world.page(`/report/${code}`, { method: "HEAD" });
      expect((await world.page(`/report/${code}`)).status).toBe(200);
    }
    const html = await (await world.page(`/report/${code}?lang=en`)).text();
    expect(html).toContain("Project report – Palm Court");
    expect(html).toContain('lang="en"');
    expect(await (await world.page(`/report/${code}`)).text()).toContain('dir="rtl"');
    const views = async () => {
      const { items } = await world.owner.client.call("GET /api/projects/{id}/owner-report/runs", world.at());
      return items.find(({ id }) => id === run?.id)?.deliveries?.[0]?.views;
    };
    expect(await views()).toBe(0);
    const seen = () => world.page(`/report/${code}/seen`, { method: "POST" });
    // At the same moment: ten seconds may pass between two of them on a busy machine.
    expect((await Promise.all([seen(), seen()])).map(({ status }) => status)).toEqual([204, 204]);
    expect(await views()).toBe(1);
    const shown = await world.app.guest().call("GET /api/owner-reports/{code}", { params: { code } });
    expect(shown).toMatchObject({
      id: run?.id,
      recipient: { name: "Client", is_subscribed: true },
      can: { ask: true },
    });
    expect(shown.figures.snags?.opened).toBe(1);
    const { url } = world.app.guest().address("GET /api/owner-reports/{code}/pdf", { params: { code } });
    const pdf = await fetch(url);
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect((await pdf.arrayBuffer()).byteLength).toBeLessThan(3 * 1024 * 1024);
  });

  it("takes a question of its reader to the owner's inbox, five a day", async () => {
    await world.setRecipients(client);
    await world.send();
    const code = codeOf((await world.smtp.next(client.email)).mail.text ?? "");
    const answer = await world.form(`/report/${code}/question`, { text: "When will the stair be finished?" });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      `/report/${code}?lang=en&asked=sent#question`,
    ]);
    const { items } = await world.owner.client.call("GET /api/messages/conversations", {});
    expect(items[0]?.last.content).toContain("When will the stair be finished?");
    expect(items[0]?.last.content).toContain("Client (client@example.org)");
    expect((await world.form(`/report/${code}/question`, { text: " " })).headers.get("location")).toContain(
      "asked=empty",
    );
    const ask = () =>
      world.app
        .guest()
        .raw("POST /api/owner-reports/{code}/questions", { params: { code }, body: { text: "And?" } });
    for (let n = 0; n < 4; n += 1) expect((await ask()).status).toBe(201);
    await world.countAsInProduct();
    expect((await ask()).status).toBe(429);
    expect(
      (await world.form(`/report/${code}/question`, { text: "And?" })).headers.get("location"),
    ).toContain("asked=limit");
  });

  it("takes no question from the demo account, on its page as by the call", async () => {
    await world.setRecipients(client);
    await world.send();
    const code = codeOf((await world.smtp.next(client.email)).mail.text ?? "");
    const demo = await world.app.as(await world.app.user({ isDemo: true }));
    const headers = { cookie: demo.cookie() };
    const shown = await (await world.page(`/report/${code}`, { headers })).text();
    expect(shown).not.toContain(`/report/${code}/question`);
    const body = new URLSearchParams({ text: "Hello?" });
    const asked = await world.page(`/report/${code}/question`, { method: "POST", body, headers });
    expect(asked.status).toBe(403);
    const { rows } =
      await sql`select from owner_report_deliveries where code = ${code} and questions > 0`.execute(
        world.db(),
      );
    expect(rows).toEqual([]);
  });

  it("is stopped by the post of a mail program, once, and not by opening the address", async () => {
    await world.setRecipients({ ...client, email: "stops@example.org" });
    await world.send();
    const code = codeOf((await world.smtp.next("stops@example.org")).mail.text ?? "");
    expect((await world.page(`/report/${code}/unsubscribe`)).status).toBe(200);
    const before = await world.owner.client.call("GET /api/projects/{id}/owner-report", world.at());
    expect(before.recipients[0]?.unsubscribed_at).toBeNull();
    for (let n = 0; n < 2; n += 1)
      expect(
        (await world.form(`/report/${code}/unsubscribe`, { "List-Unsubscribe": "One-Click" })).status,
      ).toBe(200);
    const after = await world.owner.client.call("GET /api/projects/{id}/owner-report", world.at());
    expect(after.recipients[0]?.unsubscribed_at).not.toBeNull();
    const run = await world.send();
    expect(run?.deliveries).toMatchObject([{ state: "unsubscribed", link: "open" }]);
    const { rows } = await sql`select from activity where action = 'owner_report.unsubscribed'`.execute(
      world.db(),
    );
    expect(rows).toHaveLength(1);
  });

  it("is not available once its link is revoked, and unknown codes are answered alike", async () => {
    await world.setRecipients(client);
    const run = await world.send();
    const code = codeOf((await world.smtp.next(client.email)).mail.text ?? "");
    const deliveries = run?.deliveries?.map(({ id }) => id) ?? [];
    const revoke = () =>
      world.owner.client.call("POST /api/projects/{id}/owner-report/revoke", {
        ...world.at(),
        body: { deliveries },
      });
    expect(await revoke()).toEqual({ revoked: 1 });
    expect(await revoke()).toEqual({ revoked: 0 });
    const answers = [await world.page(`/report/${code}`), await world.page("/report/nosuchcode22nosu")];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    const [gone, unknown] = await Promise.all(answers.map((answer) => answer.text()));
    expect(gone?.replaceAll(code, "")).toBe(unknown?.replaceAll("nosuchcode22nosu", ""));
    expect((await world.form(`/report/${code}/question`, { text: "Hello?" })).status).toBe(404);
    expect((await world.app.guest().raw("GET /api/owner-reports/{code}", { params: { code } })).status).toBe(
      404,
    );
  });

  it("shows at the recipient that an email was rejected", async () => {
    await world.setRecipients({ ...client, email: "nobody@example.org" });
    world.smtp.refuse("550 5.1.1 no such mailbox");
    const run = await world.send();
    expect(run?.deliveries).toMatchObject([
      { state: "failed", problem: expect.stringContaining("no such mailbox") },
    ]);
    const { recipients } = await world.owner.client.call("GET /api/projects/{id}/owner-report", world.at());
    expect(recipients[0]?.problem).toContain("no such mailbox");
  });

  it("that was rejected is sent again by one press, to the current address, and recorded", async () => {
    await world.setRecipients({ ...client, email: "retry@example.org" });
    world.smtp.refuse("550 5.1.1 no such mailbox");
    const run = await world.send();
    const [failed] = run?.deliveries ?? [];
    expect(failed).toMatchObject({ state: "failed", can: { retry: true } });
    const call = "POST /api/projects/{id}/owner-report/deliveries/{delivery}/retry";
    const params = { id: world.project, delivery: failed?.id ?? 0 };
    expect((await world.viewer.client.raw(call, { params })).status).toBe(403);
    const other = await world.owner.client.call("POST /api/projects", { body: { name: "Pier" } });
    expect((await world.owner.client.raw(call, { params: { ...params, id: other.id } })).status).toBe(404);
    expect(await world.owner.client.call(call, { params })).toMatchObject({
      state: "waiting",
      problem: "",
      can: { retry: false },
    });
    const { mail } = await world.smtp.next("retry@example.org");
    expect((await world.page(`/report/${codeOf(mail.text ?? "")}`)).status).toBe(200);
    await soon(async () => {
      const { items } = await world.owner.client.call("GET /api/projects/{id}/owner-report/runs", world.at());
      const copies = items.find(({ id }) => id === run?.id)?.deliveries;
      expect(copies).toMatchObject([{ state: "sent", problem: "", can: { retry: false } }]);
    });
    const { recipients } = await world.owner.client.call("GET /api/projects/{id}/owner-report", world.at());
    expect(recipients[0]?.problem).toBe("");
    expect((await world.owner.client.refused(call, { params })).code).toBe("REPORT_COPY_SETTLED");
    const { rows } = await sql`select details from activity where action = 'owner_report.retried'`.execute(
      world.db(),
    );
    expect(rows).toEqual([{ details: { person: "Client" } }]);
  });

  it("that was rejected is not sent again once its link is revoked or its recipient removed", async () => {
    const call = "POST /api/projects/{id}/owner-report/deliveries/{delivery}/retry";
    for (const end of ["revoked", "removed"]) {
      await world.setRecipients({ ...client, email: `${end}@example.org` });
      world.smtp.refuse("550 5.1.1 no such mailbox");
      const run = await world.send();
      const delivery = run?.deliveries?.[0]?.id ?? 0;
      await (end === "removed"
        ? world.setRecipients()
        : world.owner.client.call("POST /api/projects/{id}/owner-report/revoke", {
            ...world.at(),
            body: { deliveries: [delivery] },
          }));
      const refused = await world.owner.client.refused(call, { params: { id: world.project, delivery } });
      expect(refused.code).toBe("REPORT_COPY_SETTLED");
    }
  });

  it("hides from a member what they may not see, and its recipients from all but its managers", async () => {
    await world.setRecipients(client);
    const run = await world.send();
    const params = { id: world.project, run: run?.id ?? 0 };
    const seen = await world.viewer.client.call("GET /api/projects/{id}/owner-report/runs/{run}", { params });
    expect(seen.figures.snags?.opened).toBe(1);
    const less = await world.trade.client.call("GET /api/projects/{id}/owner-report/runs/{run}", { params });
    expect(less.figures.snags).toBeNull();
    expect(less.figures.diary).toBeNull();
    expect(less.sentences.join(" ")).not.toContain("snag");
    const list = await world.viewer.client.call("GET /api/projects/{id}/owner-report/runs", world.at());
    expect(list.can).toEqual({ manage: false });
    expect(list.items.every(({ deliveries }) => deliveries === null)).toBe(true);
    expect(list.items.length).toBeGreaterThan(0);
  });

  it("can be sent by hand five times a day", async () => {
    const other = await world.owner.client.call("POST /api/projects", { body: { name: "Quay" } });
    const params = { id: other.id };
    for (let n = 0; n < 5; n += 1)
      await world.owner.client.call("POST /api/projects/{id}/owner-report/runs", { params });
    await world.countAsInProduct();
    const { code } = await world.owner.client.refused("POST /api/projects/{id}/owner-report/runs", {
      params,
    });
    expect(code).toBe("RATE_LIMITED");
  });
});
