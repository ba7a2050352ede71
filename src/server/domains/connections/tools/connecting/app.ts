import type { ToolName } from "#contract/choices.ts";
import type { SettingsService } from "#server/domains/installation/settings/settings.service.ts";
import type { ToolApp } from "#server/integrations/tools/tool-client.ts";

/** This platform's app keys at a tool, as entered by the administrator; re-read at every use. */
export function toolApp(settings: Pick<SettingsService, "get" | "secret">, tool: ToolName): ToolApp {
  const values = settings.get();
  switch (tool) {
    case "trello":
      return {
        clientId: values.trello_client_id,
        clientSecret: settings.secret("trello_client_secret"),
        key: values.trello_key,
        signingSecret: settings.secret("trello_secret"),
      };
    case "monday":
      return {
        clientId: values.monday_client_id,
        clientSecret: settings.secret("monday_client_secret"),
        key: "",
        signingSecret: settings.secret("monday_signing_secret"),
      };
    case "clickup":
      return {
        clientId: values.clickup_client_id,
        clientSecret: settings.secret("clickup_client_secret"),
        key: "",
        signingSecret: "",
      };
  }
}
