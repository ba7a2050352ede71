import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ok, refuse } from "#test/web/api-server.ts";
import { queryClient } from "#web/lib/query.ts";
import { type AtDoor, atDoor, type Door } from "#web/testing/at-door.tsx";
import { person } from "#web/testing/open-screen.tsx";
import { say, saying } from "#web/testing/say.ts";
import { SetupDoor } from "./setup-door.tsx";

let door: Door;
afterEach(() => door.close());

async function open({ language = "en", answers = {}, settings = {} }: AtDoor = {}) {
  queryClient.clear();
  door = await atDoor("/setup?token=Abcdefghij1234567890", SetupDoor, {
    language,
    settings,
    answers: { "GET /api/setup": () => ok({ needed: true }), ...answers },
  });
  return door;
}

it.each(["en", "ar"] as const)(
  "the first account requires the names that the settings make mandatory (%s)",
  async (language) => {
    const { user, api } = await open({ language });
    await user.click(await screen.findByRole("button", { name: say("auth.setup.submit") }));
    const text = say("auth.field_required", { name: say("auth.fields.first_name") });
    expect(screen.getByText(text)).toBeDefined();
    expect(api.calls("POST /api/setup")).toEqual([]);
  },
);

it("the first account needs no names where the settings do not", async () => {
  const { user, api, gone } = await open({
    settings: { first_name_mandatory: false, last_name_mandatory: false },
    answers: { "POST /api/setup": () => refuse(422, "PASSWORD_COMMON", "Too common.") },
  });
  await user.type(
    await screen.findByRole("textbox", { name: saying("en")("auth.email") }),
    "owner@site.example",
  );
  await user.type(screen.getByLabelText(new RegExp(`^${say("auth.password")}`)), "password123");
  await user.click(screen.getByRole("button", { name: say("auth.setup.submit") }));
  expect(await screen.findByText(say("errors.code.PASSWORD_COMMON"))).toBeDefined();
  api.answers["POST /api/setup"] = () => ok({ requires_2fa: false, user: person });
  await user.click(screen.getByRole("button", { name: say("auth.setup.submit") }));
  await waitFor(() => expect(gone).toEqual(["/dashboard"]));
});
