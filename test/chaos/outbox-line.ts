import { join } from "node:path";
import { openBadLine } from "./bad-line.ts";
import { signedIn, until } from "./common.ts";
import type { DrillOptions, FaultLine } from "./faults.ts";
import {
  actsOf,
  fill,
  opened,
  reopened,
  shift,
  signedInPage,
  siteOn,
  waiting,
  whenOutbox,
} from "./outbox-shift.ts";
import type { ServerProcess } from "./server-process.ts";

/** A connection that is cut every five seconds, in the middle of whatever it carries. */
const breaking = {
  roundTrip: 100,
  bitsPerSecond: 4e6,
  resetAfter: [5000, 5000],
  darkAfter: [3_600_000, 3_600_000],
  darkFor: 0,
} as const;
/** Maximum bytes on the connection for each byte that waits. */
const most = 1.1;
const patience = 1_200_000;

interface Options extends Pick<DrillOptions, "random" | "say"> {
  readonly server: ServerProcess;
  readonly folder: string;
}

/** Sends another shift over a connection that breaks all the time, and counts the bytes that it takes. */
export async function overBadLine({ server, folder, random, say }: Options): Promise<FaultLine> {
  const line = await openBadLine({ port: Number(new URL(server.origin).port), random, ...breaking });
  const context = await opened(join(folder, "profile-line"));
  try {
    const site = await siteOn(await signedIn(server.origin), "Basement 2");
    const acts = await actsOf(site);
    const page = await signedInPage(context, line.origin, site.owner);
    await whenOutbox(page);
    // Nothing is sent before everything waits.
    await context.setOffline(true);
    await fill(page, acts, site);
    await context.setOffline(false);
    const before = line.sentUp();
    line.spoil();
    const again = await reopened(context, line.origin);
    await until(async () => (await waiting(again)) === 0, patience);
    const sent = line.sentUp() - before;
    const bytes = acts.reduce((sum, { photo, payload }) => {
      const content = photo === null ? JSON.stringify(payload) : Buffer.from(photo, "base64");
      return sum + Buffer.byteLength(content);
    }, 0);
    const ratio = sent / bytes;
    say(`the connection broke ${line.resets()} times, sent ${ratio.toFixed(4)} times`);
    const query = { id_project: site.project, per_page: 100 };
    const { total } = await site.owner.call("GET /api/annotations", { query });
    return {
      fault: `a connection of 4 Mbit/s that breaks every 5 s while such a shift is sent`,
      times: line.resets(),
      acknowledged: `${acts.length} acts`,
      lost: Math.max(0, shift.snags + shift.known - total),
      wrong: {
        "sent twice": Math.max(0, total - shift.snags - shift.known),
        "more than 1.1 times the bytes": ratio > most ? 1 : 0,
      },
      backMs: [],
      seen: `sent ${ratio.toFixed(4)} times the size`,
    };
  } finally {
    await context.close();
    await line.close();
  }
}
