import { Camera, Ellipsis, Map as MapIcon, Pencil, Share2, Trash2 } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { Card } from "#web/ui/card.tsx";
import { PlainArea } from "#web/ui/plain/plain-area.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainDay } from "#web/ui/plain/plain-day.tsx";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";
import { PlainField } from "#web/ui/plain/plain-field.tsx";
import { PlainFiles } from "#web/ui/plain/plain-files.tsx";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";
import { PlainMenu, PlainMenuItem } from "#web/ui/plain/plain-menu.tsx";
import { PlainSelect } from "#web/ui/plain/plain-select.tsx";
import { PlainSlider } from "#web/ui/plain/plain-slider.tsx";
import { PlainSuggest } from "#web/ui/plain/plain-suggest.tsx";

interface Words {
  readonly save: string;
  readonly del: string;
  readonly plan: string;
  readonly list: string;
  readonly name: string;
  readonly rooms: string;
  readonly hint: string;
  readonly text: string;
}

const line = "flex flex-wrap items-center gap-3";

/** Native browser controls in the look of the kit, as used by the sign-in pages, the viewer and the players. */
export function LightLayer({ word }: { word: Words }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isOn, setIsOn] = useState(true);
  const [share, setShare] = useState(40);
  const [name, setName] = useState(word.name);
  const [choice, setChoice] = useState("a");
  const [day, setDay] = useState<string | null>("2026-11-21");
  const [file, setFile] = useState<File>();
  return (
    <Card title="Light layer">
      <div className="flex flex-col gap-4">
        <div className={line}>
          <PlainButton variant="primary" onClick={() => setIsOpen(true)}>
            {word.save}
          </PlainButton>
          <PlainIconButton icon={Share2} label={word.list} />
          <PlainIconButton icon={Pencil} label={word.save} isDisabled />
          <PlainMenu
            label={word.rooms}
            selected={choice}
            trigger={<PlainIconButton icon={Ellipsis} label={word.rooms} />}
          >
            <PlainMenuItem id="a" icon={Pencil} label={word.save} onAction={() => setChoice("a")} />
            <PlainMenuItem id="b" icon={MapIcon} label={word.plan} onAction={() => setChoice("b")} />
            <PlainMenuItem id="c" icon={Trash2} label={word.del} isDestructive isDisabled />
          </PlainMenu>
        </div>
        <div data-theme="dark" className="flex w-fit rounded-lg bg-glass p-1">
          <PlainIconButton
            variant="onGlass"
            size="lg"
            icon={MapIcon}
            label={word.plan}
            isPressed={isOn}
            onPress={() => setIsOn(!isOn)}
          />
          <PlainIconButton variant="onGlass" size="lg" icon={Camera} label={word.save} />
        </div>
        <PlainSlider label={word.plan} value={share} onChange={setShare} />
        <PlainField label={word.name} hint={word.hint} value={name} onChange={setName} />
        <PlainSuggest
          label={word.rooms}
          value={name}
          onChange={setName}
          suggestions={[word.name, word.plan]}
        />
        <PlainArea label={word.text} value={name} onChange={setName} />
        <PlainDay label={word.plan} value={day} onChange={setDay} />
        <PlainFiles
          label={word.list}
          hint={word.hint}
          accept={{ "image/jpeg": [".jpg", ".jpeg"] }}
          maxBytes={limits.snag.photo.bytes}
          chosen={file}
          onFiles={([chosen]) => setFile(chosen)}
        />
        <PlainSelect
          label={word.rooms}
          name="rooms"
          placeholder={word.hint}
          value={choice}
          onChange={setChoice}
          options={[
            { value: "a", label: word.save },
            { value: "b", label: word.plan },
          ]}
        />
      </div>
      {isOpen && (
        <PlainDialog title={word.save} onClose={() => setIsOpen(false)}>
          <p>{word.text}</p>
        </PlainDialog>
      )}
    </Card>
  );
}
