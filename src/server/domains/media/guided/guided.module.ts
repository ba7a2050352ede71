import { type GuidedTour, guidedApi } from "#contract/guided.ts";
import type { SettingsService } from "#server/domains/installation/settings/settings.service.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { RequestForwarding } from "#server/platform/http/request-forwarding.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import type { Nodes } from "#server/platform/nodes.ts";
import type { VisitDoor } from "../visits/shared-visits.ts";
import { brokerPath, createBroker } from "./broker.ts";
import { samples } from "./samples.ts";
import { createTourCodes, type TourCode } from "./tour-codes.ts";

export interface GuidedOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly log: Log;
  readonly settings: Pick<SettingsService, "get" | "secret">;
  readonly shared: { readonly openVisit: VisitDoor };
  readonly publicUrl: string;
  readonly nodes: Nodes;
  readonly handOver: RequestForwarding;
}

export function guidedModule(options: GuidedOptions) {
  const { db, clock, key, settings } = options;
  const { openVisit } = options.shared;
  const codes = createTourCodes(key);

  function wire(tour: TourCode, visit_code: string, is_host: boolean): GuidedTour {
    const { peerjs_host, peerjs_port, peerjs_path, jitsi_domain } = settings.get();
    const me = is_host ? codes.hostOf(tour) : codes.guestOf(tour);
    const isOwn = peerjs_host === "";
    return {
      code: tour.code,
      visit_code,
      is_host,
      host: codes.hostOf(tour),
      me,
      token: codes.tokenOf(me),
      broker: isOwn
        ? { host: "", port: 0, path: brokerPath }
        : { host: peerjs_host, port: peerjs_port, path: peerjs_path },
      ice: iceServers(),
      meeting: jitsi_domain === "" ? null : `https://${jitsi_domain}/sitewalk-${tour.room}`,
      expires_at: tour.expires.toISOString(),
    };
  }

  /** One relay server has both roles: STUN for the public address, and TURN to relay traffic without a direct path. */
  function iceServers(): GuidedTour["ice"] {
    const { turn_host, turn_port, turn_username } = settings.get();
    if (turn_host === "") return [];
    const at = `${turn_host}:${turn_port}`;
    const stun = { urls: [`stun:${at}`] };
    if (turn_username === "") return [stun];
    const urls = [`turn:${at}?transport=udp`, `turn:${at}?transport=tcp`];
    return [stun, { urls, username: turn_username, credential: settings.secret("turn_password") }];
  }

  const codeOf = async (id: number) => {
    const row = await db.selectFrom("visits").select("code").where("id", "=", id).executeTakeFirst();
    if (row === undefined) throw new AppError("NOT_FOUND");
    return row.code;
  };

  return {
    offers: {
      /** Signalling for browsers of guided tours. */
      broker: createBroker({ ...options, codes }),
    },
    samples,
    handlers: handlers(guidedApi, {
      "POST /api/guided-tours": async ({ subject }) =>
        wire(codes.make(subject.id, clock.now()), subject.code, true),
      "GET /api/guided-tours/{code}": async ({ params, user, request: { headers } }) => {
        const tour = codes.read(params.code, clock.now());
        if (tour === undefined) throw new AppError("NOT_FOUND");
        const visit = await openVisit(await codeOf(tour.id_visit), { user, headers });
        if (visit === undefined) throw new AppError("NOT_FOUND");
        return wire(tour, visit.code, false);
      },
    }),
  };
}
