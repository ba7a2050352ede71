import { describe, expect, it } from "vitest";
import {
  accept,
  age,
  cancel,
  decline,
  freshAddress,
  provedPerson,
  sent,
} from "#server/domains/sites/team/invitations.fixture.ts";
import { buildTeam } from "#server/domains/sites/team/team.fixture.ts";
import { snagsWorld } from "./snags.fixture.ts";

const world = snagsWorld();
const { pin, get, put, refusedPut, list } = world;

const invite = async (email: string, role = "trade") =>
  (await sent(world.is.owner, world.is, email, { role })).invitation.id;
const choices = async () =>
  (
    await world.is.owner.client.call("GET /api/annotations/choices", {
      query: { id_project: world.is.id_project },
    })
  ).invited;

describe("an invited person", () => {
  it("is assigned a snag before the answer and finds it among their own after it", async () => {
    const guest = await provedPerson(world.is.app);
    const id_invitation = await invite(guest.email);
    expect(await choices()).toContainEqual({ id_invitation, name: "Test Person" });
    const snag = await pin({ id_invitation });
    expect(snag).toMatchObject({ assignee: null, invited: { id_invitation, name: "Test Person" } });
    expect(
      (await guest.client.refused("GET /api/annotations/{id}", { params: { id: snag.id } })).status,
    ).not.toBe(200);
    await accept(guest, id_invitation);
    const after = await get(snag.id, guest);
    expect(after).toMatchObject({
      assignee: { id_user: guest.id },
      invited: null,
      version: snag.version + 1,
    });
    expect((await list({ mine: 1 }, guest)).items.map(({ id }) => id)).toEqual([snag.id]);
  });

  it("without an account is named by the local part of the address alone", async () => {
    const email = freshAddress();
    const id_invitation = await invite(email);
    const { id } = await pin();
    const snag = await put(id, { id_invitation });
    expect(snag.invited).toEqual({ id_invitation, name: email.split("@")[0] });
    const steps = await world.steps(id);
    expect(JSON.stringify(steps[0]?.changes)).toContain(email.split("@")[0]);
    expect(JSON.stringify(steps)).not.toContain(email);
  });

  it("loses the snag when the invitation is declined", async () => {
    const guest = await provedPerson(world.is.app);
    const id_invitation = await invite(guest.email);
    const { id } = await pin({ id_invitation });
    await decline(guest, id_invitation);
    expect(await get(id)).toMatchObject({ assignee: null, invited: null });
    expect(await choices()).not.toContainEqual(expect.objectContaining({ id_invitation }));
  });

  it("whose invitation has expired keeps the snag with the next one, if its role sees snags", async () => {
    const guest = await provedPerson(world.is.app);
    const first = await invite(guest.email);
    const snag = await pin({ id_invitation: first });
    await age(world.is.app, first);
    const second = await invite(guest.email);
    expect(second).not.toBe(first);
    expect(await get(snag.id)).toMatchObject({
      invited: { id_invitation: second, name: "Test Person" },
      version: snag.version + 1,
    });
    await accept(guest, second);
    expect(await get(snag.id, guest)).toMatchObject({ assignee: { id_user: guest.id }, invited: null });

    const other = await provedPerson(world.is.app);
    const last = await invite(other.email);
    const { id } = await pin({ id_invitation: last });
    await age(world.is.app, last);
    await cancel(world.is.owner, world.is, { email: other.email });
    expect(await get(id)).toMatchObject({ assignee: null, invited: null });
  });

  it("is replaced by a member, and replaces one", async () => {
    const id_invitation = await invite(freshAddress());
    const { id } = await pin({ id_assignee: world.is.manager.id });
    expect(await put(id, { id_invitation })).toMatchObject({ assignee: null, invited: { id_invitation } });
    const back = await put(id, { id_assignee: world.is.manager.id });
    expect(back).toMatchObject({ assignee: { id_user: world.is.manager.id }, invited: null });
  });

  it("of another project is refused", async () => {
    const other = await buildTeam(world.is.app);
    const { invitation } = await sent(other.owner, other, freshAddress(), { role: "trade" });
    const { id } = await pin();
    expect((await refusedPut(id, { id_invitation: invitation.id })).status).toBe(422);
  });
});
