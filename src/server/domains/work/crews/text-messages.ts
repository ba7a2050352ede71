import { agentOf } from "#server/integrations/agent.ts";
import { SmsFailure, sendSms, type TextMessage } from "#server/integrations/sms/sms-client.ts";
import type { Trx } from "#server/platform/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import { sendCrewText } from "./crews.jobs.ts";

const PURPOSE = "crew-text";

export interface TextMessagesOptions {
  readonly jobs: Pick<Jobs, "send">;
  readonly key: AppKey;
  readonly log: Pick<Log, "warn">;
  readonly settings: {
    get(): { readonly sms_url: string };
    secret(name: "sms_token"): string;
  };
  readonly version: string;
  readonly siteAddress: string;
}

/** Text messages by the operator's own gateway. Without one, messages are shared by hand. */
export interface TextMessages {
  isOn(): boolean;
  /** Queues a message with the transaction. */
  queue(trx: Trx, message: TextMessage): Promise<void>;
  /** The job: one attempt. Throws when another one may help. */
  deliver(job: { readonly sealed: string }, run: { readonly id: string }): Promise<void>;
}

export function createTextMessages(options: TextMessagesOptions): TextMessages {
  const { jobs, key, log, settings } = options;
  const isOn = () => settings.get().sms_url !== "";
  return {
    isOn,
    async queue(trx, message) {
      if (!isOn()) return;
      await jobs.send(trx, sendCrewText, { sealed: key.seal(PURPOSE, JSON.stringify(message)) });
    },
    async deliver({ sealed }, { id }) {
      const text = key.open(PURPOSE, sealed);
      // Switched off since, or sealed with another key: nothing leaves this server.
      if (text === null || !isOn()) return;
      const gateway = {
        server: settings.get().sms_url,
        token: settings.secret("sms_token"),
        userAgent: agentOf(options),
      };
      try {
        await sendSms(JSON.parse(text) as TextMessage, id, gateway);
      } catch (error) {
        if (!(error instanceof SmsFailure)) throw error;
        log.warn({ id, reason: error.message }, "a text message was not accepted by the gateway");
        if (!error.isFinal) throw error;
      }
    },
  };
}
