import type { SocialProvider } from "#contract/social.ts";
import { askMeetings, askPeerServer, askProvider, askTiles } from "#server/integrations/probes/probes.ts";
import { ProbeFailure } from "#server/integrations/probes/reach.ts";
import { askStun } from "#server/integrations/probes/stun.ts";
import { askPush } from "#server/integrations/push/push-client.ts";
import { pushSettings } from "./push-settings.ts";
import type { SettingsService } from "./settings.service.ts";

export type OutsideService = SocialProvider | "basemap" | "satellite" | "turn" | "peerjs" | "jitsi" | "push";

/** Where the sign-in providers exchange codes for tokens; `{version}` is Facebook's, which the settings name. */
export type TokenEndpoints = Readonly<Record<SocialProvider, string>>;

export interface ConnectionResult {
  readonly ok: boolean;
  readonly detail: string;
  readonly milliseconds: number;
}

/** Asks the outside service that a setting names, with the settings as kept. */
export async function testConnection(
  service: OutsideService,
  settings: Pick<SettingsService, "get" | "secret">,
  endpoints: TokenEndpoints,
): Promise<ConnectionResult> {
  const began = performance.now();
  const result = (ok: boolean, detail: string) => ({
    ok,
    detail,
    milliseconds: Math.round(performance.now() - began),
  });
  try {
    return result(true, await ask(service, settings, endpoints));
  } catch (error) {
    if (error instanceof ProbeFailure) return result(false, error.message);
    throw error;
  }
}

async function ask(
  service: OutsideService,
  settings: Pick<SettingsService, "get" | "secret">,
  endpoints: TokenEndpoints,
): Promise<string> {
  const values = settings.get();
  switch (service) {
    case "basemap":
    case "satellite":
      return askTiles(values[`${service}_url`], values[`${service}_subdomains`]);
    case "peerjs":
      return askPeerServer(values.peerjs_host, values.peerjs_port, values.peerjs_path);
    case "jitsi":
      return askMeetings(values.jitsi_domain);
    case "turn": {
      if (values.turn_host === "") throw new ProbeFailure("No host is set.");
      const { seenAs } = await askStun(values.turn_host, values.turn_port);
      return `It answers over UDP and sees this server as ${seenAs}.`;
    }
    case "push":
      return askPush(pushSettings(values, settings.secret("push_secret")));
    default:
      return askProvider({
        provider: service,
        token: endpoints[service].replaceAll("{version}", values.facebook_version),
        id: values[`${service}_id`],
        secret: settings.secret(`${service}_secret`),
      });
  }
}
