import type { Channel, Signal } from "#contract/live.ts";
import { translateMaybe } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Card } from "#web/ui/card.tsx";

/** The incoming signal in numbers, and what the sender should change. */
export function SignalCard({ channel: { signal } }: { channel: Channel }) {
  const t = useText();
  return (
    <Card title={t("live.signal.title")}>
      {signal === null ? (
        <p className="text-sm text-ink-muted">{t("live.signal.none")}</p>
      ) : (
        <Figures signal={signal} />
      )}
    </Card>
  );
}

function Figures({ signal }: { signal: Signal }) {
  const t = useText();
  const format = useFormat();
  const round = (value: number) => format.number(value, { maximumFractionDigits: 1 });
  const facts = [
    ["resolution", `${signal.width}×${signal.height}`],
    ["fps", round(signal.fps)],
    ["bitrate", t("live.signal.mbit", { n: round(signal.bitrate / 1e6) })],
    ["gop", t("live.signal.seconds", { n: round(signal.gop) })],
    ["codec", signal.codec],
    ["audio", t(signal.has_audio ? "live.signal.with_audio" : "live.signal.without_audio")],
  ] as const;
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-ink-muted">{t(`live.signal.${name}`)}</dt>
            <dd className="tabular-nums">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {signal.advice.map((advice) => (
        <Banner key={advice} tone="warn">
          {translateMaybe(advice, t)}
        </Banner>
      ))}
      {signal.advice.length === 0 && <p className="text-sm text-ink-muted">{t("live.signal.good")}</p>}
    </div>
  );
}
