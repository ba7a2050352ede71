import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setUpMail, type TestSmtp, testSmtp } from "#test/smtp.ts";
import { crewsWorld, newPerson } from "./crews.fixture.ts";

const world = crewsWorld({ environment: { ROLE: "all", PUBLIC_URL: "https://site.example.org" } });

let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await testSmtp();
  await setUpMail(world.is.app, smtp);
});
afterAll(() => smtp.close());

describe("an email to a crew", () => {
  it("has the link of its recipient, their language, and one-click unsubscribing", async () => {
    const { owner, id_project } = world.is;
    const email = "salma@site.example";
    const { id_person, snag } = await world.linked(newPerson({ email, name: "سلمى", language: "ar" }));
    await owner.client.call("POST /api/projects/{id}/crew-links/{person}/send", {
      params: { id: id_project, person: id_person },
      body: {},
    });
    const { mail, link, raw } = await smtp.next(email);
    expect(mail.subject).toBe("Palm Court: ملاحظات جديدة (1)");
    expect(mail.html).toContain('<html lang="ar" dir="rtl">');
    expect(mail.text).toContain(`#${snag.number}: Cracked tile`);
    expect(link).toMatch(/^https:\/\/site\.example\.org\/answer\/[\w-]{43}$/);
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(header("list-unsubscribe")).toBe(`<${link}/unsubscribe>`);
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(raw).toContain("multipart/alternative");
  });

  it("that the server rejects permanently marks the link", async () => {
    const { owner, id_project } = world.is;
    const email = "gone@site.example";
    const { id_person } = await world.linked(newPerson({ email }));
    smtp.refuse("550 5.1.1 no such user");
    const params = { id: id_project, person: id_person };
    await owner.client.call("POST /api/projects/{id}/crew-links/{person}/send", { params, body: {} });
    const failed = async () => {
      const { items } = await owner.client.call("GET /api/projects/{id}/crew-links", {
        params: { id: id_project },
        query: { per_page: 100 },
      });
      return items.find((one) => one.id_person === id_person)?.failed_at ?? null;
    };
    await expect.poll(failed).not.toBeNull();
  });
});

describe("a code on a new device", () => {
  it("is sent by email, entered once per device, and asked again after the link was renewed", async () => {
    const { owner, id_project, app } = world.is;
    await owner.client.call("PUT /api/projects/{id}/crew-settings", {
      params: { id: id_project },
      body: { ask_code: true },
    });
    const email = "rahim@site.example";
    const { code, snag, id_person } = await world.linked(newPerson({ email, name: "Rahim", language: "hi" }));
    const device = app.guest();
    const locked = await world.page(code, device);
    expect(locked).toMatchObject({
      state: "code",
      person: "",
      project: "",
      email: "r•••@s•••.example",
      snags: [],
    });
    expect(await world.refusedAnswer(code, snag.id, {}, device)).toMatchObject({ code: "ANSWER_DEVICE" });
    expect((await fetch(`${app.origin}/api/answers/${code}/snags/${snag.id}/crop`)).status).toBe(403);
    await device.call("POST /api/answers/{code}/device", { params: { code }, body: {} });
    const { mail, raw } = await smtp.next(email);
    const device_code = /\d{6}/.exec(mail.subject ?? "")?.[0] ?? "";
    expect(mail.text).not.toContain(code);
    expect(raw).not.toMatch(/^List-Unsubscribe/im);
    const enter = (given: string, on = device) =>
      on.raw("POST /api/answers/{code}/device/confirm", { params: { code }, body: { device_code: given } });
    const wrong = device_code === "000000" ? "000001" : "000000";
    expect((await enter(wrong)).status).toBe(422);
    expect((await enter(device_code)).status).toBe(200);
    expect((await world.page(code, device)).snags).toHaveLength(1);
    await world.answer(code, snag.id, {}, device);
    const other = app.guest();
    expect((await world.page(code, other)).state).toBe("code");
    expect((await enter(device_code, other)).status, "a code works once").toBe(422);
    const fresh = await device.call("POST /api/answers/{code}/renew", { params: { code }, body: {} });
    expect(fresh.email).toBe("r•••@s•••.example");
    const renewed = await smtp.next(email);
    const now = renewed.link.slice(renewed.link.lastIndexOf("/") + 1);
    expect(now).not.toBe(code);
    expect((await world.page(now, device)).state).toBe("code");
    const { items } = await owner.client.call("GET /api/projects/{id}/crew-links", {
      params: { id: id_project },
      query: { per_page: 100 },
    });
    expect(items.find((link) => link.id_person === id_person)).toMatchObject({ devices: 0, state: "active" });
  });

  it("cannot be guessed: five tries end it", async () => {
    const { app } = world.is;
    const email = "karim@site.example";
    const { code } = await world.linked(newPerson({ email }));
    const device = app.guest();
    await device.call("POST /api/answers/{code}/device", { params: { code }, body: {} });
    const { mail } = await smtp.next(email);
    const right = /\d{6}/.exec(mail.subject ?? "")?.[0] ?? "";
    const enter = (device_code: string) =>
      device.raw("POST /api/answers/{code}/device/confirm", { params: { code }, body: { device_code } });
    for (let n = 0; n < 5; n += 1) await enter(right === "111111" ? "222222" : "111111");
    expect((await enter(right)).status).toBe(422);
  });
});
