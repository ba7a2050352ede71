import { useFormat } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { useWords } from "./words.ts";

const sizes = ["text-xl", "text-lg", "text-base", "text-sm", "text-xs"] as const;
const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000);

export function Type() {
  const word = useWords();
  const format = useFormat();
  return (
    <Card title="Type">
      {sizes.map((size) => (
        <p key={size} className={size}>
          {word.site}{" "}
          <strong className="font-strong">{format.date(new Date(2026, 10, 20, 14, 5), "moment")}</strong>
        </p>
      ))}
      <p className="mt-3 text-ink-muted">{word.text}</p>
      <p className="text-ink-faint">
        {format.bytes(20 * 1024 * 1024)} · {format.percent(0.423)} · {format.ago(threeDaysAgo)} ·{" "}
        {format.number(12_480.5)}
      </p>
    </Card>
  );
}
