import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { api, type Route } from "#contract/index.ts";
import { createLog } from "#server/platform/log.ts";
import { password, type TestApp, testApp } from "./app.ts";
import { setUpMail, type TestSmtp, testSmtp, tokenOf } from "./smtp.ts";
import { codeAt, protectedUser } from "./two-factor.ts";

const lines: string[] = [];
/** Secrets that may not appear in a log; detected in every encoding. */
const secrets = new Set<string>();
const marked = (name: string): string => {
  const secret = `Marked${name}${"x7Q".repeat(9)}`;
  secrets.add(secret);
  return secret;
};

let app: TestApp;
let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await testSmtp();
  const log = createLog("debug", { write: (line) => void lines.push(line) });
  app = await testApp({ log, environment: { TRUST_PROXY: "127.0.0.1" } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

const calls = () =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === "call");

const seen = () => new Set(calls().map(({ request }) => request));

const Line = z.object({ level: z.number(), time: z.iso.datetime(), msg: z.string() });
const Call = Line.extend({
  request: z.string().min(8),
  method: z.string().regex(/^[A-Z]+$/),
  route: z.string().regex(/^(none|\*|\/[^?#]*)$/),
  status: z.number().int(),
  ms: z.number(),
  bytes: z.number().int(),
  user: z.number().int().optional(),
  address: z.string().regex(/\.0$|::$/),
}).strict();

it("writes one line of JSON for each call, and no secret, whichever call it is sent to", async () => {
  const admin = await app.as(await app.user({ role: "super_admin" }));
  const browser = await admin.token();
  secrets.add(browser);
  for (const pair of admin.cookie().split("; ")) secrets.add(pair.slice(pair.indexOf("=") + 1));
  const names = [
    "password",
    "password_l",
    "token",
    "code",
    "secret",
    "new_password",
    "stream_key",
    "captcha",
  ];
  const body = Object.fromEntries(names.map((name) => [name, marked(name)]));
  const query = `?${new URLSearchParams(Object.fromEntries(names.map((name) => [name, marked(name)])))}`;
  const sent = new Set<string>();
  const send = async (route: Route, isSignedIn: boolean) => {
    const [method = "", path = ""] = route.split(" ");
    const response = await fetch(`${app.origin}${path.replaceAll(/\{\w+\}/g, marked("Path"))}${query}`, {
      method,
      headers: {
        ...(isSignedIn
          ? { cookie: admin.cookie(), "x-csrf-token": browser }
          : { cookie: `sitewalk_session=${marked("Cookie")}`, authorization: `Bearer ${marked("Bearer")}` }),
        "content-type": "application/json",
      },
      ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
    });
    sent.add(response.headers.get("x-request-id") ?? "");
    await response.arrayBuffer();
  };
  const routes = Object.keys(api) as Route[];
  const all = [
    // Signing out would end the other calls.
    ...routes
      .filter((route) => !/logout|revoke-all|sessions/.test(route))
      .map((route) => [route, true] as const),
    ...routes.filter((route) => api[route].access === "public").map((route) => [route, false] as const),
  ];
  for (let first = 0; first < all.length; first += 16)
    await Promise.all(all.slice(first, first + 16).map(([route, isSignedIn]) => send(route, isSignedIn)));
  for (const path of [
    "viewer",
    "video",
    "live",
    "media",
    "reset-password",
    "media/live",
    "join",
    "api/nowhere",
  ])
    await fetch(`${app.origin}/${path}/${marked("Path")}/x${query}`).then((response) => response.text());
  await fetch(`${app.origin}/media/${marked("Signature")}/pictures/ab/x.jpg`).then((response) =>
    response.text(),
  );
  expect(sent.size).toBe(all.length);
  await expect.poll(() => [...sent].every((id) => seen().has(id))).toBe(true);
});

it("writes no secret of real sign-ins, recoveries and everything that belongs to them", async () => {
  const chief = await setUpMail(app, smtp, { "2fa_enable": true });
  for (const pair of chief.cookie().split("; ")) secrets.add(pair.slice(pair.indexOf("=") + 1));
  const person = await protectedUser(app, new Date());
  for (const secret of [person.secret.replaceAll(" ", ""), ...person.recoveryCodes, password])
    secrets.add(secret);
  const browser = app.guest();
  await browser.raw("POST /api/login", { body: { username_l: person.name, password_l: password } });
  const code = codeAt(person.secret, new Date(Date.now() + 30_000));
  await browser.call("POST /api/verify-2fa", { body: { code } });
  for (const pair of browser.cookie().split("; ")) secrets.add(pair.slice(pair.indexOf("=") + 1));
  await browser.raw("POST /api/login", { body: { username_l: person.name, password_l: marked("Typed") } });
  expect(calls().some(({ user }) => user === person.id)).toBe(true);

  const asked = await app.guest().raw("POST /api/password/email", { body: { username_f: person.name } });
  const { link, raw } = await smtp.next(`${person.name}@example.org`, {
    subject: "Set a new password for Sitewalk",
  });
  // A call can be traced into its jobs: the first finds the account, the second sends the email.
  expect(raw.toLowerCase()).toContain(`x-request-id: ${asked.headers.get("x-request-id")}`);
  const token = tokenOf(link);
  secrets.add(token);
  await fetch(`${app.origin}/recover?token=${token}`).then((response) => response.text());
  await app.guest().call("GET /api/password/reset", { query: { token } });
  await app.guest().call("POST /api/password/reset", { body: { token, password: marked("Chosen") } });
});

it("wrote only valid lines without secrets over the whole run", () => {
  const text = lines.join("");
  const known = [...secrets].filter((secret) => secret.length >= 8);
  expect(known.length).toBeGreaterThan(20);
  expect(known.filter((secret) => text.includes(secret))).toEqual([]);
  for (const line of lines) Line.parse(JSON.parse(line));
  for (const call of calls()) Call.parse(call);
});

it("keeps the request id of a trusted proxy, and creates its own where that is invalid", async () => {
  const idOf = async (given: string) =>
    (await fetch(`${app.origin}/api/health`, { headers: { "x-request-id": given } })).headers.get(
      "x-request-id",
    );
  expect(await idOf("proxy-1234.abc")).toBe("proxy-1234.abc");
  for (const bad of ["short", "a b c d e f g h", `x"},{"level":60`, "y".repeat(65)])
    expect(await idOf(bad)).toMatch(/^[2-9a-z]{12}$/);
});
