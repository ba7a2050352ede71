import { ExternalLink, Share2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Language } from "#contract/languages.ts";
import { writeCookie } from "#web/lib/cookies.ts";
import { languageOfPage } from "#web/lib/locale.ts";
import { remember, storageKeys } from "#web/lib/storage.ts";
import { useText } from "#web/lib/use-text.ts";
import { addShareTexts } from "#web/shell/sharing/share-texts.ts";
import { cx } from "#web/ui/classes.ts";
import { later, useLater } from "#web/ui/later.ts";
import { Control, controlClass } from "../controls/control.tsx";
import { bareAddress, type PlayerPage } from "./open-page.ts";

const shareDialog = later(async () => {
  const [{ ShareDialog }] = await Promise.all([
    import("./share-dialog.tsx"),
    addShareTexts(languageOfPage()),
  ]);
  return { ShareDialog };
});

/** A link to the moment on screen, and its label. */
export interface SharedMoment {
  readonly link: URL;
  readonly label: string;
}

interface PageHeadProps {
  page: PlayerPage<unknown>;
  title: string;
  /** Shown below the title; empty ones are left out. */
  facts: readonly (string | false)[];
  /** After the facts, for content other than text. */
  children?: ReactNode;
  /** The moment on screen, where the page's address can carry one. */
  moment?: () => SharedMoment;
}

/** Title, facts and actions of the video, over the upper edge of the picture. */
export function PageHead({ page, title, facts, children, moment }: PageHeadProps) {
  const t = useText();
  const [shared, setShared] = useState<{ readonly moment: SharedMoment | undefined } | null>(null);
  const share = useLater(shareDialog, shared !== null);
  const address = () => moment?.().link ?? bareAddress();
  return (
    <>
      <header className="pointer-events-none flex items-start justify-between gap-3 bg-linear-to-b from-black/70 to-transparent px-3 pt-[max(0.75rem,env(safe-area-inset-top))] pb-8 transition-opacity *:pointer-events-auto group-data-idle/player:opacity-0 group-data-idle/player:*:pointer-events-none">
        <div className="min-w-0 px-1 pt-1 text-shadow-sm">
          {/* Isolated within a line of the page's direction, so that it begins at the page's start edge. */}
          <h1 title={title} className="own-direction truncate text-base font-strong">
            {title}
          </h1>
          <p className="flex flex-wrap gap-x-2 text-ink/85 *:not-last:after:ms-2 *:not-last:after:content-['·'] [@media(height<300px)]:hidden">
            {facts.map(
              (fact) =>
                fact !== false &&
                fact !== "" && (
                  <span key={fact}>
                    <bdi>{fact}</bdi>
                  </span>
                ),
            )}
            {children}
          </p>
        </div>
        <div className="flex shrink-0 gap-0.5">
          {page.boot.settings.languages_enabled && (
            <LanguageButton language={page.language} address={address} />
          )}
          {page.isEmbedded && (
            <Control
              icon={ExternalLink}
              label={t("player.open")}
              onPress={() => window.open(address(), "_blank", "noopener")}
            />
          )}
          <Control
            icon={Share2}
            label={t("player.share")}
            onPress={() => setShared({ moment: moment?.() })}
          />
        </div>
      </header>
      {shared !== null && share && (
        <share.ShareDialog
          title={title}
          offered={page.boot.settings.share_providers}
          link={bareAddress()}
          moment={shared.moment}
          onClose={() => setShared(null)}
        />
      )}
    </>
  );
}

/** Each in its own script, for readers who cannot read the other. */
const languageNames = { en: "English", ar: "العربية" } as const;

/** Links to the same page in the other language, at the same second with the same view. */
function LanguageButton({ language, address }: { language: Language; address: () => URL }) {
  const other = language === "en" ? "ar" : "en";
  return (
    <button
      type="button"
      lang={other}
      onClick={() => {
        keepLanguage(other);
        const url = address();
        url.searchParams.set("lang", other);
        location.replace(url);
      }}
      // One word is not worth 160 KB of Arabic font to English readers.
      className={cx(controlClass, "px-3", other === "ar" && "font-system")}
    >
      {languageNames[other]}
    </button>
  );
}

/** Remembered for the whole product; the cookie lets the server render the next page in it. */
function keepLanguage(language: Language): void {
  remember(storageKeys.language, language);
  remember(storageKeys.direction, language === "ar" ? "rtl" : "ltr");
  writeCookie(storageKeys.language, language);
}
