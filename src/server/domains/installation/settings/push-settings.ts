import type { SettingValues } from "#contract/settings.ts";
import type { PushSettings } from "#server/integrations/push/push-client.ts";

/** The hosted service of the settings. */
export function pushSettings(values: SettingValues, secret: string): PushSettings {
  return {
    secret,
    appId: values.push_app_id,
    key: values.push_key,
    cluster: values.push_cluster,
    host: values.push_host,
    port: values.push_port,
    tls: values.push_tls,
  };
}
