import type { Language } from "#contract/languages.ts";
import type { OutsideService } from "#contract/settings.ts";
import type { NamedProvider } from "#contract/social.ts";
import { askOpenId } from "#server/integrations/openid/openid-probe.ts";
import { ProbeFailure } from "#server/integrations/probes/guarded-lookup.ts";
import { OutsideTrouble, type ProbeText, probeWords } from "#server/integrations/probes/probe-text.ts";
import { askMeetings, askPeerServer, askProvider, askTiles } from "#server/integrations/probes/probes.ts";
import { askStun } from "#server/integrations/probes/stun.ts";
import { askPush } from "#server/integrations/push/push-client.ts";
import { pushSettings } from "./push-settings.ts";
import type { SettingsService } from "./settings.service.ts";

/** Token endpoints of the sign-in providers; `{version}` is Facebook's, which is a setting. */
export type TokenEndpoints = Readonly<Record<NamedProvider, string>>;

/** Services that the settings alone cannot reach. */
export interface OutsideServices {
  readonly endpoints: TokenEndpoints;
  /** Calls the geocoding service in its slot: all requests to it together are limited to one per second. */
  readonly askGeocoder: () => Promise<ProbeText>;
  readonly askWeather: () => Promise<ProbeText>;
  readonly askTranscription: () => Promise<ProbeText>;
  readonly askSms: () => Promise<ProbeText>;
}

export interface ConnectionResult {
  readonly ok: boolean;
  readonly detail: string;
  readonly milliseconds: number;
}

/** Calls the outside service of a setting, with the stored settings. `detail` is in that language. */
export async function testConnection(
  service: OutsideService,
  settings: Pick<SettingsService, "get" | "secret">,
  outside: OutsideServices,
  language: Language,
): Promise<ConnectionResult> {
  const began = performance.now();
  const result = (ok: boolean, said: ProbeText) => ({
    ok,
    detail: probeWords(said, language),
    milliseconds: Math.round(performance.now() - began),
  });
  try {
    return result(true, await ask(service, settings, outside));
  } catch (error) {
    if (error instanceof OutsideTrouble) return result(false, error.said);
    throw error;
  }
}

async function ask(
  service: OutsideService,
  settings: Pick<SettingsService, "get" | "secret">,
  { endpoints, askGeocoder, askWeather, askTranscription, askSms }: OutsideServices,
): Promise<ProbeText> {
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
      if (values.turn_host === "") throw new ProbeFailure("no_host");
      return askStun(values.turn_host, values.turn_port);
    }
    case "geocoder":
      return askGeocoder();
    case "weather":
      return askWeather();
    case "transcription":
      return askTranscription();
    case "sms":
      return askSms();
    case "push":
      return askPush(pushSettings(values, settings.secret("push_secret")));
    case "openid":
      return askOpenId(values.openid_issuer, {
        id: values.openid_id,
        secret: settings.secret("openid_secret"),
      });
    default:
      return askProvider({
        auth: service === "twitter" ? "basic_bare" : "post",
        token: endpoints[service].replaceAll("{version}", values.facebook_version),
        id: values[`${service}_id`],
        secret: settings.secret(`${service}_secret`),
      });
  }
}
