import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { crewsWorld, newPerson } from "./crews.fixture.ts";

const world = crewsWorld();
const { linked, page } = world;

describe("the text to share", () => {
  it("is in the language of the person, with addresses for WhatsApp and text messages, and recorded", async () => {
    const { owner, manager, editor, id_project, id_room } = world.is;
    const crew = await world.crew([
      newPerson({ name: "سليم", language: "ur", phone: "+966551234567", email: null }),
    ]);
    await world.pin({ id_crew: crew.id, id_room, yaw: 1, pitch: 1 });
    const params = { id: id_project, person: crew.people[0]?.id ?? 0 };
    const route = "POST /api/projects/{id}/crew-links/{person}/share" as const;
    expect(await editor.client.refused(route, { params, body: {} })).toMatchObject({
      code: "PROJECT_TEAM_DENIED",
    });
    const shared = await manager.client.call(route, { params, body: {} });
    expect(shared.language).toBe("ur");
    expect(shared.text).toContain(shared.url);
    expect(shared.text).toContain("نقائص");
    expect(shared.whatsapp).toBe(`https://wa.me/966551234567?text=${encodeURIComponent(shared.text)}`);
    expect(shared.sms).toBe(`sms:+966551234567?body=${encodeURIComponent(shared.text)}`);
    expect(shared.mailto).toBeNull();
    const log = await owner.client.call("GET /api/projects/{id}/activity", {
      params: { id: id_project },
      query: {},
    });
    expect(log.items[0]).toMatchObject({ action: "crew.link_shared", details: { sent_to: "+966•••67" } });
    // Nothing can be sent from here: neither a mail server nor a gateway is set.
    expect(
      await owner.client.refused("POST /api/projects/{id}/crew-links/{person}/send", { params, body: {} }),
    ).toMatchObject({ code: "CREW_NO_ADDRESS" });
  });

  it("does not exist for a crew without snags", async () => {
    const { owner, id_project } = world.is;
    const crew = await world.crew();
    expect(
      await owner.client.refused("POST /api/projects/{id}/crew-links/{person}/share", {
        params: { id: id_project, person: crew.people[0]?.id ?? 0 },
        body: {},
      }),
    ).toMatchObject({ code: "CREW_NO_SNAGS" });
  });
});

describe("the settings of the person", () => {
  it("change the language, and stop the emails of all crews with the same address", async () => {
    const { owner } = world.is;
    const email = `${randomUUID()}@site.example`;
    const [one, two] = [await linked(newPerson({ email })), await linked(newPerson({ email }))];
    const guest = world.is.app.guest();
    const set = (body: { language?: "bn"; digest?: boolean }) =>
      guest.call("PUT /api/answers/{code}/settings", { params: { code: one.code }, body });
    expect(await set({ language: "bn" })).toEqual({ language: "bn", digest: true });
    expect(await set({ digest: false })).toEqual({ language: "bn", digest: false });
    const crew = await owner.client.call("GET /api/crews/{id}", { params: { id: two.crew.id } });
    expect(crew.people).toMatchObject([{ digest: false, language: "en" }]);
    await set({ digest: true });
    expect((await page(two.code)).digest).toBe(true);
    const off = await fetch(`${world.is.app.origin}/answer/${one.code}/unsubscribe`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(off.status).toBe(200);
    expect((await page(two.code)).digest).toBe(false);
    const wrong = await fetch(`${world.is.app.origin}/answer/${"2".repeat(43)}/unsubscribe`, {
      method: "POST",
    });
    expect(wrong.status).toBe(404);
  });
});
