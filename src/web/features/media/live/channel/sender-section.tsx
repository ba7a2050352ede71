import { Radio } from "lucide-react";
import type { Channel } from "#contract/live.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { isRunning } from "../live.queries.ts";
import { StreamKey } from "./stream-key.tsx";

const tools = ["browser", "phone", "camera", "obs"] as const;
const steps = {
  browser: ["1", "2", "3"],
  phone: ["1", "2", "3", "4"],
  camera: ["1", "2", "3", "4"],
  obs: ["1", "2", "3", "4"],
} as const;

/** Ways to send: from this device, or by address and key from any RTMP software. */
export function SenderSection({ channel }: { channel: Channel }) {
  const t = useText();
  return (
    <section aria-labelledby="channel-ingest">
      <h2 id="channel-ingest" className="mb-1 text-lg font-strong">
        {t("live.ingest.title")}
      </h2>
      <p className="mb-4 text-ink-muted">{t("live.ingest.text")}</p>
      {!isRunning(channel.state) && (
        <Banner tone="warn" className="mb-4">
          {t("live.ingest.start_first")}
        </Banner>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card>
          <StreamKey channel={channel} />
        </Card>
        <Tabs
          label={t("live.ingest.with")}
          entries={tools.map((tool) => ({
            id: tool,
            label: t(`live.ingest.tools.${tool}`),
            content: <Steps tool={tool} channel={channel} />,
          }))}
        />
      </div>
    </section>
  );
}

function Steps({ tool, channel }: { tool: (typeof tools)[number]; channel: Channel }) {
  const t = useText();
  return (
    <div className="flex flex-col items-start gap-4">
      <ol className="flex list-decimal flex-col gap-2 ps-5 marker:text-ink-muted">
        {steps[tool].map((step) => (
          // Not every tool has as many steps.
          <li key={step}>{t(`live.ingest.steps.${tool}.${step}` as "live.ingest.steps.browser.1")}</li>
        ))}
      </ol>
      {tool === "browser" && (
        <Link href={`/golive/${channel.id}`} look={{ variant: "primary" }}>
          <Icon of={Radio} size="sm" />
          {t("live.go_live")}
        </Link>
      )}
    </div>
  );
}
