import { changeLanguage, useLanguage } from "#web/lib/language.ts";
import { setTheme, useTheme } from "#web/lib/theme.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Actions } from "./actions.tsx";
import { Fields } from "./fields.tsx";
import { LightLayer } from "./light-layer.tsx";
import { Lists } from "./lists.tsx";
import { States } from "./states.tsx";
import { Type } from "./type.tsx";
import { words } from "./words.ts";

export function KitScreen() {
  const language = useLanguage();
  const theme = useTheme();
  const word = words[language];
  return (
    <div className="mx-auto flex max-w-300 flex-col">
      <PageHeader
        title={word.site}
        note={word.text}
        crumbs={[
          { label: word.rooms, href: "/kit" },
          { label: word.plan, href: "/kit" },
          { label: word.site },
        ]}
        actions={
          <>
            <SegmentedControl
              label="lang"
              value={language}
              onChange={(next) => void changeLanguage(next)}
              segments={[
                { value: "en", label: "English" },
                { value: "ar", label: "العربية" },
              ]}
            />
            <SegmentedControl
              label="theme"
              value={theme}
              onChange={setTheme}
              segments={[
                { value: "light", label: "Light" },
                { value: "dark", label: "Dark" },
              ]}
            />
          </>
        }
      />
      <div className="grid gap-6 md:grid-cols-2">
        <Actions />
        <Type />
        <Fields />
        <Lists />
        <States />
        <LightLayer word={word} />
      </div>
    </div>
  );
}
