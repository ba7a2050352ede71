import { afterAll, beforeAll, expect, it } from "vitest";
import { crewLimits } from "#contract/crews.limits.ts";
import { setUpMail, type TestSmtp, testSmtp } from "#test/smtp.ts";
import { crewsWorld, newPerson } from "./crews.fixture.ts";

// The limits of the product, which other tests multiply.
const world = crewsWorld({ environment: { ROLE: "web" }, rateFactor: 1 });

let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await testSmtp();
  await setUpMail(world.is.app, smtp);
});
afterAll(() => smtp.close());

it("emails a code for a new device five times within an hour, and for each link on its own", async () => {
  const [one, other] = [
    await world.linked(newPerson({ email: "hana@site.example" })),
    await world.linked(newPerson({ email: "tariq@site.example" })),
  ];
  const request = async ({ code }: { readonly code: string }) => {
    const guest = world.is.app.guest();
    return (await guest.raw("POST /api/answers/{code}/device", { params: { code }, body: {} })).status;
  };
  const statuses: number[] = [];
  for (let n = 0; n <= crewLimits.device.emails; n += 1) statuses.push(await request(one));
  expect(statuses).toEqual([...Array<number>(crewLimits.device.emails).fill(200), 429]);
  expect(await request(other)).toBe(200);
});
