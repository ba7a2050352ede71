import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { type Person, password } from "./people.ts";
import { admin, expect } from "./server.ts";

/**
 * Gives the browser a session of a user, by default the first super admin; the sign-in journeys use the screens
 * instead.
 */
export async function signIn(context: BrowserContext, origin: string, who?: Pick<Person, "username">) {
  const { token } = (await (await context.request.get(`${origin}/api/csrf-token`)).json()).data;
  const reply = await context.request.post(`${origin}/api/login`, {
    data: {
      username_l: who?.username ?? admin.email,
      password_l: who === undefined ? admin.password : password,
    },
    headers: { "x-csrf-token": token },
  });
  expect(reply.status()).toBe(200);
}

export interface Entering extends BrowserContextOptions {
  readonly language: Language;
  readonly who?: Pick<Person, "username"> | undefined;
}

/** A page of a user who has seen the welcome and answered the cookie banner; it has not navigated yet. */
export async function signedIn(
  browser: Browser,
  origin: string,
  { language, who, ...options }: Entering,
): Promise<Page> {
  const context = await browser.newContext(options);
  await context.addInitScript((chosen) => {
    localStorage.setItem("app-language", chosen);
    localStorage.setItem("onboardingCompleted", "true");
    localStorage.setItem("app-cookies", "necessary");
  }, language);
  await signIn(context, origin, who);
  return context.newPage();
}
