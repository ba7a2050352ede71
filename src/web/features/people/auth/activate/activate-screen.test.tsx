import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { type AtDoor, atDoor, type Door } from "#web/testing/at-door.tsx";
import { person } from "#web/testing/open-screen.tsx";
import { say } from "#web/testing/say.ts";
import { ActivateScreen } from "./activate-screen.tsx";

let door: Door;
afterEach(() => door.close());

const token = "Abcdefghij_-1234567890";
const email = "owner@site.example";
const opens = (kind: "activation" | "invitation"): Answers => ({
  "GET /api/check-invitation-token": () => ok({ kind, email, username: "owner" }),
  "POST /api/activate-account": () => ok({ requires_2fa: false, user: person }),
});
async function open(path: string, options: AtDoor = {}) {
  door = await atDoor(path, ActivateScreen, options);
  return door;
}

describe("the link of an activation email", () => {
  it.each(["en", "ar"] as const)("confirms the address on a press, not before (%s)", async (language) => {
    const { user, api, gone, address } = await open(`/activate/${token}`, {
      language,
      answers: opens("activation"),
    });
    const button = await screen.findByRole("button", { name: say("auth.activate.confirm_submit") });
    expect(screen.getByText(new RegExp(email))).toBeDefined();
    expect(address()).toBe("/activate");
    expect(api.calls("POST /api/activate-account")).toEqual([]);
    await user.click(button);
    await waitFor(() => expect(gone).toEqual(["/dashboard"]));
    expect(api.calls("POST /api/activate-account")[0]?.body).toEqual({ token });
  });

  it("may be in the query as well", async () => {
    const { api } = await open(`/activate?token=${token}`, { answers: opens("activation") });
    await screen.findByRole("button", { name: say("auth.activate.confirm_submit") });
    expect(api.calls("GET /api/check-invitation-token")[0]?.query.get("token")).toBe(token);
  });

  it("says when it has expired, and the email can be sent again", async () => {
    const { user, api } = await open(`/activate/${token}`, {
      answers: {
        "GET /api/check-invitation-token": () => refuse(422, "LINK_INVALID", "Not valid."),
        "POST /api/activation/resend": () => ok({}),
      },
    });
    expect(await screen.findByText(say("auth.activate.dead_title"))).toBeDefined();
    await user.type(screen.getByRole("textbox", { name: say("auth.name") }), "owner{Enter}");
    expect(await screen.findByText(say("auth.activate.resent", { name: "owner" }))).toBeDefined();
    expect(api.calls("POST /api/activation/resend")[0]?.body).toEqual({ username_f: "owner" });
  });
});

describe("an invitation link", () => {
  it("asks for names, a user name and a password", async () => {
    const { user, api, gone } = await open(`/activate/${token}`, { answers: opens("invitation") });
    await user.click(await screen.findByRole("button", { name: say("auth.activate.invited_submit") }));
    expect(
      screen.getByText(say("auth.field_required", { name: say("auth.fields.first_name") })),
    ).toBeDefined();
    await user.type(screen.getByRole("textbox", { name: say("auth.fields.first_name") }), "Guest");
    await user.type(screen.getByRole("textbox", { name: say("auth.fields.last_name") }), "Owner");
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: say("auth.username") }).value).toBe("owner");
    await user.type(
      screen.getByLabelText(new RegExp(`^${say("auth.password")}`)),
      "a long walk on site{Enter}",
    );
    await waitFor(() => expect(gone).toEqual(["/dashboard"]));
    expect(api.calls("POST /api/activate-account")[0]?.body).toEqual({
      token,
      username: "owner",
      password: "a long walk on site",
      first_name: "Guest",
      last_name: "Owner",
      language: "en",
    });
  });
});

describe("without a token", () => {
  it.each(["the link", "the code"])("%s of the email can be pasted", async (what) => {
    const { user } = await open("/activate", { answers: opens("invitation") });
    const field = screen.getByRole("textbox", { name: say("auth.activate.paste") });
    await user.type(field, "oops{Enter}");
    expect(screen.getByText(say("auth.activate.paste_invalid"))).toBeDefined();
    await user.clear(field);
    await user.type(field, what === "the link" ? `https://site.example/activate/${token}` : ` ${token} `);
    await user.click(screen.getByRole("button", { name: say("auth.activate.paste_submit") }));
    expect(await screen.findByRole("button", { name: say("auth.activate.invited_submit") })).toBeDefined();
  });

  it("the email can be sent again", async () => {
    const { user, api } = await open("/activate", {
      answers: { "POST /api/activation/resend": () => ok({}) },
    });
    await user.type(screen.getByRole("textbox", { name: say("auth.name") }), " owner {Enter}");
    expect(await screen.findByText(say("auth.activate.resent", { name: "owner" }))).toBeDefined();
    expect(api.calls("POST /api/activation/resend").map(({ body }) => body)).toEqual([
      { username_f: "owner" },
    ]);
  });
});
