import { act } from "@testing-library/react";
import { createRoot } from "react-dom/client";
import { afterEach, describe, expect, it } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import { properPath } from "#contract/doors.ts";
import type { PublicSettings } from "#contract/settings.ts";
import { doorAt, openDoor } from "./doors.tsx";
import { session } from "./lib/session.ts";
import { atDoor, type Door } from "./testing/at-door.tsx";
import { person } from "./testing/open-screen.tsx";

describe("the addresses of the doors", () => {
  it.each([
    ["/login/", "/login"],
    ["/forgot-password", "/recover"],
    ["/reset-password/", "/recover"],
    ["/home", "/"],
    ["/", "/"],
    ["/visits", "/visits"],
    ["//", "/"],
  ])("%s is %s", (asked, proper) => expect(properPath(asked)).toBe(proper));

  it.each([
    ["/activate", "/activate"],
    ["/activate/abc", "/activate"],
    ["/setup-password", "/setup-password"],
    ["/setup", "/setup"],
    ["/licences", "/licences"],
    ["/licences/abc", undefined],
    ["/login/abc", undefined],
    ["/dashboard", undefined],
  ])("%s is the door %s", (path, door) => expect(doorAt(path)?.path).toBe(door));
});

let opened: Door | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

/** Where somebody is sent from a door; null when he may stand there. */
async function sentTo(path: string, user: CurrentUser | null, settings: Partial<PublicSettings> = {}) {
  opened = await atDoor(path, () => null, { settings });
  session.setUser(user);
  const door = doorAt(path);
  if (door === undefined) throw new Error(`There is no door at ${path}.`);
  const page = createRoot(document.createElement("div"));
  await act(() => openDoor(door, page));
  const [to = null] = opened.gone;
  act(() => page.unmount());
  return to;
}

describe("who stands at which door", () => {
  it.each([
    ["/register", { enable_registration: false }],
    ["/recover", { smtp_valid: false }],
  ])("%s leads a guest to the sign-in page where it is switched off", async (path, settings) => {
    expect(await sentTo(path, null, settings)).toBe("/login");
  });

  it.each([
    ["/register", { enable_registration: true }],
    ["/recover", { smtp_valid: true }],
    ["/login", {}],
    ["/activate/Abcdefghij1234567890", {}],
  ])("%s is there for a guest", async (path, settings) => {
    expect(await sentTo(path, null, settings)).toBeNull();
  });

  it.each(["/login", "/register", "/2fa"])("%s sends on who is signed in already", async (path) => {
    expect(await sentTo(path, person, { enable_registration: true })).toBe("/dashboard");
  });

  it("the links of mails are for whoever holds them", async () => {
    expect(await sentTo("/activate", person)).toBeNull();
  });

  it("a first password is for who is signed in and has none", async () => {
    expect(await sentTo("/setup-password", null)).toBe("/login");
    await opened?.close();
    expect(await sentTo("/setup-password", person)).toBe("/dashboard");
    await opened?.close();
    expect(await sentTo("/setup-password", { ...person, has_password: false })).toBeNull();
  });
});
