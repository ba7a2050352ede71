import { describe, expect, it } from "vitest";
import { servePages, signedIn } from "./pages.fixture.ts";
import { parsePage } from "./parsed-page.ts";

const site = servePages();

describe("page of a visit that does not open", () => {
  const address = "/viewer/k3x9wt72pq/12?yaw=12.5";
  const cookiesOf = (reply: { headers: Record<string, unknown> }) =>
    [reply.headers["set-cookie"] ?? []]
      .flat()
      .map((cookie) => (cookie as string).split(";")[0])
      .join("; ");
  const send = (fields: Record<string, string>, cookie: string) =>
    site.inject({
      method: "POST",
      url: address,
      headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(fields).toString(),
    });

  it("asks for the password and reveals nothing of the visit to any visitor", async () => {
    site.guarded = "VISIT_PASSWORD";
    const reply = await site.get(address, { "accept-language": "ar" });
    expect(reply.statusCode).toBe(403);
    expect(reply.headers["x-robots-tag"]).toBe("noindex, nofollow");
    expect(reply.headers["cache-control"]).toBe("no-store");
    const document = parsePage(reply.body);
    expect(document.documentElement.dir).toBe("rtl");
    for (const secret of ["Harbour", "Lobby", "/media/", "og:", "k3x9wt72pq/poster"])
      expect(reply.body).not.toContain(secret);
    const field = document.querySelector("input[type=password]");
    expect(document.querySelector("label")?.getAttribute("for")).toBe(field?.getAttribute("id"));
    expect(field?.getAttribute("autofocus")).toBe("");
    expect(document.querySelectorAll("script")).toHaveLength(0);
  });

  it("reports a wrong password at its field, and opens the same address for the correct one", async () => {
    site.guarded = "VISIT_PASSWORD";
    const asked = await site.get(address);
    const cookie = cookiesOf(asked);
    const csrf = parsePage(asked.body).querySelector("input[name=csrf]")?.getAttribute("value") ?? "";
    const wrong = await send({ csrf, password: "gate 8" }, cookie);
    expect(wrong.statusCode).toBe(422);
    const page = parsePage(wrong.body);
    const field = page.querySelector("input[type=password]");
    expect(field?.getAttribute("aria-invalid")).toBe("true");
    expect(field?.getAttribute("aria-describedby")).toContain("said");
    expect(page.querySelector("#said[role=alert]")?.textContent).toContain("Wrong password");
    const right = await send({ csrf, password: "gate 7" }, cookie);
    expect(right.statusCode).toBe(303);
    expect(right.headers.location).toBe(address);
  });

  it("accepts no password sent by another site", async () => {
    site.guarded = "VISIT_PASSWORD";
    const csrf = parsePage((await site.get(address)).body)
      .querySelector("input[name=csrf]")
      ?.getAttribute("value");
    expect((await send({ csrf: csrf ?? "", password: "gate 7" }, "")).statusCode).toBe(419);
    expect(site.guarded).toBe("VISIT_PASSWORD");
  });

  it("leads out of a frame, in which no browser would remember the password", async () => {
    site.guarded = "VISIT_PASSWORD";
    const document = parsePage((await site.get(address, { "sec-fetch-dest": "iframe" })).body);
    expect(document.querySelector("form")).toBeNull();
    const link = document.querySelector("a[target=_blank]");
    expect(link?.getAttribute("href")).toBe(address);
  });

  it("says that a link has expired", async () => {
    site.guarded = "VISIT_EXPIRED";
    const reply = await site.get(address);
    expect(reply.statusCode).toBe(410);
    expect(parsePage(reply.body).querySelector("h1")?.textContent).toBe("This link has expired");
    expect(reply.body).not.toContain("Harbour");
  });

  it("offers guests the sign-in, and returns from there", async () => {
    const missing = "/viewer/nosuchcode";
    const link = parsePage((await site.get(missing)).body).querySelector("a[href^='/login']");
    expect(link?.getAttribute("href")).toBe(`/login?next=${encodeURIComponent(missing)}`);
    expect(parsePage((await site.get(missing, signedIn)).body).querySelector("a[href^='/login']")).toBeNull();
  });
});
