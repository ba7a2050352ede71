import { type TextKey, useText } from "#web/lib/use-text.ts";
import { Modal } from "#web/ui/modal.tsx";
import { commandKey } from "../command-key.ts";
import { Keys } from "./keys.tsx";

type Shortcut = readonly [keys: readonly string[], does: TextKey];

const parts: readonly { title: TextKey; shortcuts: readonly Shortcut[] }[] = [
  {
    title: "search.shortcuts.in_page",
    shortcuts: [
      [[commandKey, "K"], "search.shortcuts.palette"],
      [["/"], "search.shortcuts.search"],
      [["?"], "search.shortcuts.help"],
    ],
  },
  {
    title: "search.shortcuts.in_lists",
    shortcuts: [
      [["↑", "↓"], "search.shortcuts.move"],
      [["↵"], "search.shortcuts.open"],
      [["Esc"], "search.shortcuts.close"],
    ],
  },
];

export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText();
  return (
    <Modal title={t("search.shortcuts.title")} isOpen={isOpen} onClose={onClose} size="sm">
      <div className="flex flex-col gap-5">
        {parts.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className="mb-1 text-xs text-ink-muted">{t(title)}</h3>
            <dl>
              {shortcuts.map(([keys, does]) => (
                <div
                  key={does}
                  className="flex min-h-9 items-center justify-between gap-6 border-b border-line last:border-0"
                >
                  <dt>{t(does)}</dt>
                  <dd>
                    <Keys of={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
