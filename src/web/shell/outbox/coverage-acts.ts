import { call, quiet } from "#web/lib/client.ts";
import type { ActKind } from "#web/lib/outbox/act.ts";
import { joined } from "./joined.ts";
import { isRecord } from "./new-snag-payload.ts";

export interface SkipPayload {
  /** Id of the photo spot, and its name. */
  readonly spot: number;
  readonly name: string;
  readonly reason: string;
}

export const isSkipPayload = (value: unknown): value is SkipPayload =>
  isRecord(value) && typeof value["spot"] === "number" && typeof value["reason"] === "string";

/** A photo spot that was skipped on the day of its capture. Another user's skip of that day stays beside it. */
export const spotSkip: ActKind<SkipPayload> = {
  kind: "spot_skip",
  capture: "spot_skip",
  label: "offline.acts.spot_skip",
  isPayload: isSkipPayload,
  needs: () => [],
  sets: () => null,
  async send({ payload: { spot, reason }, project, capture }) {
    const params = { id: project, spot };
    const body = { reason, ...capture };
    await call("POST /api/projects/{id}/coverage/spots/{spot}/skip", { params, body }, quiet);
    return spot;
  },
  summary: ({ name, reason }) => joined([name, reason]),
  path: (_, project) => `/coverage/${project}`,
};
