import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testSms } from "#server/integrations/sms/sms-client.ts";
import type { Trx } from "#server/platform/database.ts";
import { createAppKey } from "#server/platform/key.ts";
import { createTextMessages } from "./text-messages.ts";

/** A gateway as described in docs/integrations.md. */
const asked: { headers: IncomingHttpHeaders; body: unknown }[] = [];
const answers: number[] = [];
const gateway = createServer((request, response) => {
  let text = "";
  request.on("data", (part: Buffer) => (text += part.toString()));
  request.on("end", () => {
    asked.push({ headers: request.headers, body: JSON.parse(text) as unknown });
    response.writeHead(answers.shift() ?? 202).end();
  });
});
let address = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", () => resolve()));
  address = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`;
});
afterAll(() => new Promise((resolve) => gateway.close(resolve)));

const message = { to: "+966500000001", text: "Snags: https://site.example.org/answer/abc" };

function texts(server: () => string) {
  const sent: { sealed: string }[] = [];
  const logged: object[] = [];
  const service = createTextMessages({
    jobs: { send: async (_trx, _job, data) => (sent.push(data as { sealed: string }), "id") },
    key: createAppKey("a secret of the test"),
    log: { warn: (entry: object) => void logged.push(entry) },
    settings: { get: () => ({ sms_url: server() }), secret: () => "token-1" },
    version: "1.0.0",
    siteAddress: "https://site.example.org",
  });
  return { service, sent, logged };
}
const trx = {} as Trx;

describe("text messages", () => {
  it("go to the gateway of the settings with the same id at every attempt, sealed until then", async () => {
    const { service, sent, logged } = texts(() => address);
    await service.queue(trx, message);
    const [job] = sent;
    expect(job?.sealed).not.toContain("966");
    answers.push(503, 200);
    const run = { id: "7b1f" };
    await expect(service.deliver({ sealed: job?.sealed ?? "" }, run)).rejects.toThrow("503");
    await service.deliver({ sealed: job?.sealed ?? "" }, run);
    expect(asked.splice(0)).toMatchObject(
      [1, 2].map(() => ({
        headers: {
          authorization: "Bearer token-1",
          "idempotency-key": "7b1f",
          "content-type": "application/json",
        },
        body: { id: "7b1f", ...message },
      })),
    );
    expect(JSON.stringify(logged)).not.toContain("966");
  });

  it("that the gateway refuses are not repeated", async () => {
    const { service, sent, logged } = texts(() => address);
    await service.queue(trx, message);
    answers.push(422);
    await service.deliver({ sealed: sent[0]?.sealed ?? "" }, { id: "1" });
    expect(asked.splice(0)).toHaveLength(1);
    expect(logged).toHaveLength(1);
  });

  it("are neither queued nor sent without a gateway", async () => {
    let server = address;
    const { service, sent } = texts(() => server);
    await service.queue(trx, message);
    server = "";
    await service.deliver({ sealed: sent[0]?.sealed ?? "" }, { id: "1" });
    await service.queue(trx, message);
    expect(sent).toHaveLength(1);
    expect(asked.splice(0)).toEqual([]);
  });

  it("are tested without a recipient", async () => {
    const ask = () => testSms({ server: address, token: "token-1", userAgent: "Sitewalk" });
    answers.push(400, 401, 500);
    expect(await ask()).toEqual({ key: "no_message_sent", values: {} });
    await expect(ask()).rejects.toThrow("rejects the token");
    await expect(ask()).rejects.toThrow("500");
    expect(asked.splice(0)[0]?.body).toMatchObject({ to: "" });
  });
});
