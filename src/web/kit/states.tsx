import { Building2, Camera, Plus } from "lucide-react";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import type { Tone } from "#web/ui/tone.ts";
import { line, useWords } from "./words.ts";

const tones: readonly Tone[] = ["neutral", "accent", "ok", "warn", "bad", "info", "note"];

export function States() {
  const word = useWords();
  return (
    <div className="col-span-full flex flex-col gap-4">
      <div className={line}>
        {tones.map((tone, index) => (
          <Chip key={tone} tone={tone} hasDot={index > 1}>
            {word.tones[index]}
          </Chip>
        ))}
        <Chip tone="accent" icon={Camera} onRemove={() => undefined}>
          {word.rooms}
        </Chip>
      </div>
      <ProgressBar label={word.save} share={0.62} />
      <ProgressBar label={word.plan} share={null} />
      <Banner tone="info">{word.text}</Banner>
      <Banner tone="ok">{word.text}</Banner>
      <Banner tone="warn" title={word.site} onClose={() => undefined}>
        {word.text}
      </Banner>
      <Banner tone="bad">{word.text}</Banner>
      <EmptyState
        icon={Building2}
        title={word.site}
        text={word.text}
        action={
          <Button variant="primary" icon={Plus}>
            {word.save}
          </Button>
        }
      />
    </div>
  );
}
