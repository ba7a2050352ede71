import { createHmac } from "node:crypto";
import { type Answer, textOf } from "#test/tool-service/wire.ts";
import type { Store, Webhook } from "./store.ts";

export const shown = ({ id, description, idModel, callbackURL, active }: Webhook) => ({
  id,
  description,
  idModel,
  callbackURL,
  active,
  consecutiveFailures: 0,
  firstConsecutiveFailDate: null,
});

/** Sends a HEAD request to the URL first, and accepts it only when it responds with 200. */
export async function createWebhook(
  store: Store,
  params: ReadonlyMap<string, unknown>,
  token: string,
  secret: string,
): Promise<Answer> {
  const [callbackURL, idModel] = [String(params.get("callbackURL")), String(params.get("idModel"))];
  if (store.boardOf(idModel) === undefined) return { status: 400, text: "Invalid idModel" };
  const isThere = [...store.webhooks.values()].some(
    (other) => other.callbackURL === callbackURL && other.idModel === idModel && other.token === token,
  );
  if (isThere) return { status: 400, text: "A webhook with that callback, model, and token already exists" };
  const status = await fetch(callbackURL, { method: "HEAD" }).then(
    (response) => response.status,
    () => 0,
  );
  if (status !== 200)
    return { status: 400, text: `URL (${callbackURL}) did not return 200 status code, got ${status}` };
  const id = store.newId();
  const description = textOf(params.get("description"));
  const webhook = { id, token, secret, idModel, callbackURL, description, active: true };
  store.webhooks.set(id, webhook);
  return { status: 200, json: shown(webhook) };
}

export const signatureOf = (secret: string, body: string, url: string) =>
  createHmac("sha1", secret).update(body).update(url).digest("base64");
