import { copyText } from "#web/lib/copy-text.ts";
import { element } from "#web/lib/element.ts";
import { embedCode } from "#web/lib/embed-code.ts";
import { isShareProvider, shareLink } from "#web/lib/share-links.ts";
import { openPlayerDialog } from "#web/player/dialog.ts";
import type { PlayerSpeaker } from "#web/player/words.ts";

export interface ShareOptions {
  readonly root: HTMLElement;
  readonly speaker: PlayerSpeaker;
  readonly title: string;
  /** Services that the settings offer. */
  readonly providers: readonly string[];
  readonly link: URL;
  /** The same with the moment and the view that are seen, and how that is said; undefined where there is none. */
  readonly moment?: { readonly link: URL; readonly label: string } | undefined;
}

/** Link, moment, code for a web page, and the services of the settings. */
export function openShare({ root, speaker, title, providers, link, moment }: ShareOptions): void {
  const { say } = speaker;
  const said = element("p", { class: "player-said", role: "status" });
  const address = field();
  const code = field();
  const services = element("div", { class: "player-link-row" });
  const write = (url: URL) => {
    address.value = url.href;
    code.value = embedCode(url.href, title, { width: "800", height: "450" });
    services.replaceChildren(
      ...providers.filter(isShareProvider).map((provider) =>
        element(
          "a",
          {
            class: "player-button",
            target: "_blank",
            rel: "noopener",
            href: shareLink(provider, url.href, title),
          },
          provider[0]?.toUpperCase() + provider.slice(1),
        ),
      ),
    );
  };
  const copy = async (from: HTMLInputElement) => {
    const isDone = await copyText(from.value);
    said.textContent = say(isDone ? "sharing.copied" : "sharing.copy_failed");
    if (!isDone) from.select();
  };
  const row = (label: string, input: HTMLInputElement) =>
    element(
      "div",
      {},
      element("label", { class: "player-field-label", for: input.id }, label),
      element(
        "div",
        { class: "player-link-row" },
        input,
        element(
          "button",
          { type: "button", class: "player-button", onclick: () => void copy(input) },
          say("sharing.copy"),
        ),
      ),
    );
  const check = element("input", {
    type: "checkbox",
    onchange: () => write(check.checked && moment ? moment.link : link),
  });
  write(link);
  openPlayerDialog(
    root,
    speaker,
    say("sharing.title"),
    row(say("sharing.link"), address),
    ...(moment
      ? [element("label", { class: "player-check" }, check, element("span", {}, moment.label))]
      : []),
    row(say("sharing.embed"), code),
    services,
    said,
  );
}

let fields = 0;
const field = () =>
  element("input", {
    class: "player-field",
    id: `player-field-${++fields}`,
    dir: "ltr",
    readonly: true,
    onfocus: (event) => (event.currentTarget as HTMLInputElement).select(),
  });
